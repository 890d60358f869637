import { commitKey } from '../commit.ts'

/** What ranks an entry, and says nothing to who reads it. */
const scores = /^(?:importance|recency|accessCount|updateCount): [\d.]+\n/gm

/**
 * Leaves out of an entry's text what it says twice or to programs alone: its scores, the paths of its relations, which follow with
 * their reasons, and each of its commits whose lesson names it below. What cannot be told for certain stays.
 */
export function entryToRead(text: string): string {
  const plain = text.replaceAll('\r\n', '\n')
  const [, front = '', body = plain] = /^(---\n[^]*?\n---\n)([^]*)$/.exec(plain) ?? []
  const named = [...(/^related: \[(.*)\]$/m.exec(front)?.[1] ?? '').matchAll(/[^\s,"]+/g)].map(([path]) => path)
  const below = new Set([...body.matchAll(/^@(\S+)/gm)].map(([, path]) => path))
  const isSaidBelow = named.length > 0 && named.every((path) => below.has(path.replace(/^@/, '')))
  const short = front.replace(scores, '')
  return `${isSaidBelow ? short.replace(/^related: .*\n/m, '') : short}${withoutTold(body)}`
}

/** A source as an entry lists it. */
const source = /^- ([0-9a-f]{40,64}) .*\n/gm

function withoutTold(body: string): string {
  const told = new Set([...body.matchAll(/\(([0-9a-f]{8,64}(?:, [0-9a-f]{8,64})*)\)$/gm)].flatMap(keysIn))
  return body.replace(/^\*\*Sources:\*\*\n(?:- [0-9a-f]{40,64} .*\n)+/m, (list) => {
    const left = list.replace(source, (line, sha: string) => (told.has(commitKey(sha)) ? '' : line))
    return left.includes('\n- ') ? left : ''
  })
}

const keysIn = ([, hashes = '']: RegExpExecArray): readonly string[] => hashes.split(', ').map(commitKey)
