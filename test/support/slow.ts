/** Whether there is time for everything: in CI, or when somebody asks for it (CTX_SLOW=1). Elsewhere slow suites take samples. */
export const isThorough = (process.env['CI'] ?? process.env['CTX_SLOW'] ?? '') !== ''

/**
 * A bound in milliseconds that tells what hangs, or takes more than linear time, from what ends; on a machine of CI, which
 * may be some times as slow as yours, a longer one.
 */
export const withinReason = (ms: number): number => ms * ((process.env['CI'] ?? '') === '' ? 1 : 4)
