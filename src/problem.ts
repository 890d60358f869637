/** Tells a person what stopped us and how to go on; anything else that is thrown is a bug of ours. */
export class Problem extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'Problem'
    this.code = code
    this.hint = hint
  }
}
