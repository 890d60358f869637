/**
 * Asks for something of each item, at most `atOnce` at a time; results keep their items' order. After one that fails, none
 * is begun.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
  { atOnce }: { readonly atOnce: number },
): Promise<readonly Result[]> {
  const results = new Map<number, Result>()
  const waiting = items.entries()
  let hasFailed = false
  // One iterator is shared, so that each worker takes the next item that nobody has.
  const worker = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (hasFailed) return
      results.set(
        at,
        await ask(item).catch((error: unknown) => {
          hasFailed = true
          throw error
        }),
      )
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result)
}
