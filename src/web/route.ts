import type { Ctx } from '../repo/context.ts'
import type { WebQuestion, WebReply } from './request.ts'
import type { answers } from './schemas.ts'

/** A value that a route takes from its query. */
export type Parameter = {
  readonly name: string
  readonly about: string
  readonly type: 'integer' | 'number' | 'boolean' | 'string' | 'list'
  readonly isRequired?: boolean
}

/** One row of the table from which requests are answered and the description is made. What is not a GET writes. */
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** `{path}` stands for an entry's path, slashes included. */
  readonly path: string
  readonly name: string
  readonly about: string
  readonly parameters: readonly Parameter[]
  /** The texts of the JSON that it takes, by name; a route without takes no body. */
  readonly body?: Readonly<Record<string, string>>
  /** What it answers, as JSON Schema; '' for a page. */
  readonly answers: keyof typeof answers | ''
  /** Whether somebody who has the answer can ask for news only. */
  readonly isTagged?: boolean
  readonly run: (ctx: Ctx, asked: WebQuestion) => Promise<WebReply>
}
