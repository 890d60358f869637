import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until something is so, and fails where it is not after two minutes: what is waited for takes seconds at most. */
export async function until(isSo: () => boolean, what = 'what was waited for'): Promise<void> {
  const end = Date.now() + 120_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`${what} did not come about within two minutes`)
    await sleep(50)
  }
}
