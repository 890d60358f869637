/** What a model is asked: orders in `system`, data in `user`, at most `mostTokens` in its reply. */
export type Prompt = {
  readonly system: string
  readonly user: string
  readonly mostTokens: number
  readonly temperature: number
  /** Told the whole of what was said so far, again and again while it is being said. */
  readonly onText?: (text: string) => void
}

/** What a model said, and what it counted; an endpoint that counts nothing is estimated at four characters a token. */
export type ModelReply = { readonly text: string; readonly tokens: number }

/** What a call is booked with where nobody counts. */
export const estimateTokens = ({ system, user }: Prompt, text: string): number =>
  Math.ceil((system.length + user.length + text.length) / 4)

/** A text of more characters for each token that was allowed is none that a model was asked for. */
export const charactersPerToken = 32
