import { Problem } from '../problem.ts'

/** What a route is asked: the part of the address that names something, the query, the tags that the asker has, a body. */
export type WebQuestion = {
  readonly path: string
  readonly query: URLSearchParams
  readonly etags: string
  readonly body: unknown
}

/** What a route answers; without a body where the asker has it already. */
export type WebReply = {
  readonly status: number
  readonly body?: unknown
  readonly html?: string
  /** A body that is spelled already. */
  readonly json?: string
  /** A file of the page. */
  readonly file?: { readonly text: string; readonly type: string }
  readonly headers?: Readonly<Record<string, string>>
}

/** Reads a whole number from 0 out of a query; undefined where it is not there. */
export function numberIn({ query }: WebQuestion, name: string, most: number): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (/^\d{1,7}$/.test(text) && Number(text) <= most) return Number(text)
  throw new Problem('bad-parameter', `${name} takes a whole number from 0 to ${most}.`)
}

/** Reads a share from 0 to 1 out of a query. */
export function shareIn({ query }: WebQuestion, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (/^(?:0|1|0?\.\d{1,6}|1\.0{1,6})$/.test(text)) return Number(text)
  throw new Problem('bad-parameter', `${name} takes a number from 0 to 1.`)
}

/** Reads one of a few words out of a query. */
export function wordIn<Word extends string>(
  { query }: WebQuestion,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = query.get(name)
  const word = words.find((known) => known === text)
  if (text === null || word !== undefined) return word
  throw new Problem('bad-parameter', `${name} is one of ${words.join(', ')}.`)
}

/** Reads a switch out of a query. */
export function switchIn({ query }: WebQuestion, name: string): boolean | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  throw new Problem('bad-parameter', `${name} is true or false.`)
}

/** Reads a text out of a query; it has a limit like everything that is sent to us. */
export function textIn({ query }: WebQuestion, name: string, most = 500): string | undefined {
  const text = query.get(name)
  if (text === null || text.length <= most) return text ?? undefined
  throw new Problem('bad-parameter', `${name} has at most ${most} characters.`)
}

/** Reads a list: given again and again, or joined by commas. */
export const listIn = ({ query }: WebQuestion, name: string): readonly string[] =>
  query
    .getAll(name)
    .flatMap((text) => text.split(','))
    .filter((text) => text !== '')
    .slice(0, 100)

/** Reads a text out of a body of JSON. */
export function fieldOf(body: unknown, name: string): string {
  const value = typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : ''
  if (typeof value === 'string' && value !== '') return value
  throw new Problem('bad-body', `The body is JSON with a text "${name}".`)
}
