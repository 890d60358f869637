/**
 * Ends what runs after a time, all tries and pauses included, or when somebody gives up on it: the client's own timeout ends
 * with the headers, and begins anew with each try. What ended it by time says so.
 */
export async function within<Result>(
  ms: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal, goOn: () => void) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  const ended = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal])
  try {
    // The client sleeps between two tries without listening to the signal.
    const giveUp = new Promise<never>((_resolve, reject) => {
      ended.addEventListener('abort', () => reject(new Error('given up')), { once: true })
    })
    return await Promise.race([run(ended, () => timer.refresh()), giveUp])
  } catch (error) {
    signal?.throwIfAborted()
    throw late.signal.aborted ? new Error('Request timed out.', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}
