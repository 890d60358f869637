/** Whether there is time for everything: in CI, or when somebody asks for it (CTX_SLOW=1). Elsewhere slow suites take samples. */
export const isThorough = (process.env['CI'] ?? process.env['CTX_SLOW'] ?? '') !== ''
