const isSet = (name: string): boolean => (process.env[name] ?? '') !== ''

/** Whether there is time for what takes long: in CI, or when somebody asks for it (CTX_SLOW=1). */
export const isThorough = isSet('CI') || isSet('CTX_SLOW')

/**
 * How much of what could go on for hours is done: a sample as you work, more in CI, all with CTX_SLOW=1. What is counted
 * (runs, seconds, every so many steps) its caller knows.
 */
export const amount = (of: { readonly sample: number; readonly ci: number; readonly all: number }): number => {
  if (isSet('CTX_SLOW')) return of.all
  return isSet('CI') ? of.ci : of.sample
}

/**
 * A bound in milliseconds that tells what hangs, or takes more than linear time, from what ends; on a machine of CI, which
 * may be some times as slow as yours, a longer one.
 */
export const withinReason = (ms: number): number => ms * (isSet('CI') ? 4 : 1)
