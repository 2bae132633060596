import type { ErrForge, ErrGit, ErrNotFound, ErrRateLimited, ErrStore } from "../../core/errors.js"

/** What every read of a backend can fail with. A failed call returns no partial data. */
export type ReadError = ErrNotFound | ErrRateLimited | ErrForge | ErrStore | ErrGit
