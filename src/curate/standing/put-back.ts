import type { LineHistory } from '../lines/line-history.ts'
import { removes } from '../message/headline-kinds.ts'
import type { Removers } from './removers.ts'

/**
 * The commit that undid a lesson's without saying so: it took half of the lines and wrote again all that these had replaced, or took
 * three quarters and wrote again as many: "use `http.STATUS_CODES` ponyfill", until "drop the `node-status-code` dependency" (got
 * 8045fc87, 98aa2068). Where the lesson says that something was removed, a third of both is enough: "Remove atomic usage for connection
 * statistics", until "Data race between processMsg() and Stats()" (nats.go 85cb3363, b4437f15). Of nine such lessons that 15 projects
 * told as holding, seven did not, or only in part; of those of which half was taken and half was back, seven of twelve held.
 */
export function putBackBy(
  headline: string,
  { added, removers, putBack }: Pick<LineHistory, 'added' | 'removers' | 'putBack'>,
  { isIdle }: Pick<Removers, 'isIdle'>,
): string | undefined {
  if (putBack.size === 0) return undefined
  const most = removes.test(headline) ? limits.ofRemoval : limits.most
  const isUndone = (took: number, back: number): boolean =>
    (took >= most && back >= most) || (took >= limits.half && back === 1)
  return removers.find(
    ({ commit, lines }) => isUndone(lines / Math.max(1, added), putBack.get(commit) ?? 0) && !isIdle(commit),
  )?.commit
}

const limits = { half: 0.5, most: 0.75, ofRemoval: 1 / 3 }
