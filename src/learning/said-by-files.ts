import { fileKindOf } from '../curate/code/files.ts'
import { gistOf, type Purpose, purposeIn } from '../curate/code/gist.ts'
import { publicNames } from '../curate/code/public-names.ts'
import { isReadme, readmeGists } from '../curate/code/readme-gist.ts'
import { ownText } from '../text/own-text.ts'
import { redactSecrets } from '../text/redact.ts'

/** What files say that they are, in a title's words and in an overview's, and what they offer to others; by path. */
export type SaidByFiles = {
  readonly gists: Map<string, string>
  readonly purposes: Map<string, Purpose>
  readonly publicNames: Map<string, readonly string[]>
}

/** Nothing yet; `readSaid` adds to it. */
export const saidByNone = (): SaidByFiles => ({ gists: new Map(), purposes: new Map(), publicNames: new Map() })

/** Adds what a file says, or a README, without its secrets, and without holding on to its text. */
export function readSaid(said: SaidByFiles, path: string, text: string): void {
  if (isReadme(path)) {
    for (const [key, gist] of readmeGists(path, redactSecrets(text)))
      said.purposes.set(key, { said: ownText(gist), isOfOneType: false })
    return
  }
  said.gists.set(path, safe(gistOf(path, text)))
  const purpose = purposeIn(path, text)
  if (purpose !== undefined) said.purposes.set(path, { ...purpose, said: safe(purpose.said) })
  if (fileKindOf(path) === 'code') said.publicNames.set(path, publicNames(path, text).map(ownText))
}

const safe = (sentence: string): string => ownText(redactSecrets(sentence))
