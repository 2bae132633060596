import { existsSync } from "node:fs"
import { defineConfig } from "vitest/config"

/** Starts one PostgreSQL for the whole run; a checkout that has no test of it yet runs without. */
const postgres = "./test/support/postgres.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: existsSync(postgres) ? [postgres] : [],
    reporters: ["default", "./scripts/vitest-closing-line.mjs"],
    pool: "forks",
    poolOptions: { forks: { minForks: 1, maxForks: 2 } },
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
