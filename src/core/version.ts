declare const LAB_VERSION: string | undefined

/** The version of the package. The build writes it in; a checkout that runs from source has none. */
export const version: string = typeof LAB_VERSION === "string" ? LAB_VERSION : "0.0.0-dev"
