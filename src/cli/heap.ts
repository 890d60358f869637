import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 collect garbage once the heap is a third larger than what is alive in it. Left alone, it waits on a machine
 * with much memory until it is three times as large, which saves no time here: of a commit's diff nothing is kept.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=30')
