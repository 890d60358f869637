declare const CTX_VERSION: string

/** The version of the package, put in when it is built. */
export const version = typeof CTX_VERSION === 'string' ? CTX_VERSION : '0.0.0'
