type Reading<Item> = {
  /** Reads some commits through one git; what it reads of each comes when it has seen the next, or the end. */
  readonly read: (shas: readonly string[]) => AsyncGenerator<Item>
  /** Whether one of the commits failed in a way in which the others need not. */
  readonly isMendable: (error: unknown) => boolean
  /** Reads one commit that failed, as far as can be. */
  readonly less: (sha: string, error: unknown) => AsyncGenerator<Item>
}

/** Reads commits in their order, one item of each, so that one of them that cannot be read keeps none of the others from it. */
export async function* eachInOrder<Item>(shas: readonly string[], given: Reading<Item>): AsyncGenerator<Item> {
  let [at, alone] = [0, 0]
  while (at < shas.length) {
    const some = shas.slice(at, alone > 0 ? at + 1 : undefined)
    try {
      for await (const item of given.read(some)) {
        at++
        yield item
      }
      if (alone <= 0) return
    } catch (error) {
      if (!given.isMendable(error)) throw error
      if (some.length > 1) {
        // Where a commit ends is known when the next begins: it is one of two, and each is read alone.
        alone = 2
        continue
      }
      for (const sha of some) for await (const item of given.less(sha, error)) yield item
      at++
    }
    alone--
  }
}
