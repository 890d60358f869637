import { setTimeout as sleep } from 'node:timers/promises'
import { withinReason } from './slow.ts'

/** Waits until something is so, and fails where what takes seconds has not come about in minutes. */
export async function until(isSo: () => boolean, what = 'what was waited for'): Promise<void> {
  const end = Date.now() + withinReason(120_000)
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`${what} did not come about in time`)
    await sleep(50)
  }
}
