import { anyOf } from '../../text/alternatives.ts'
import { type NameNow, spelledNames } from '../code/code-names.ts'
import type { LineHistory } from '../lines/line-history.ts'
import { adds, removes } from '../message/headline-kinds.ts'
import type { Removers } from './removers.ts'

/**
 * The commit that took a line of a lesson or more, and says that it removed or renamed what that names: "Remove deprecated
 * parseExpressions option", "Rename ThreadPoolInitError to ThreadPoolBuildError", however many lines stand (vue 6fab8551, 4e7d5db4; rayon
 * c65aac2a, 6d1370d9). Of what others may be called like, the lesson must have brought what goes by its whole name: "Add a new
 * `rayon::split`", until "Remove `rayon::split`, leaving only `rayon::iter::split`" (5085e1a1, 50317a6b).
 */
export function nameEndedBy(
  said: { readonly about: string; readonly text: string },
  history: LineHistory,
  { removers, nameNow }: { readonly removers: Pick<Removers, 'titleOf' | 'isIdle'>; readonly nameNow: NameNow },
): string | undefined {
  if (removes.test(said.about)) return undefined
  const own = spelledNames(`${said.about} ${said.text}`)
  const isEnded = (commit: string): boolean => {
    const [, what = ''] = ends.exec(removers.titleOf(commit)) ?? []
    const whole = qualified.exec(what)?.[0] ?? ''
    const isOwn = whole !== '' && adds.test(said.about) && said.about.includes(whole)
    return isOwn || spelledNames(what).some((name) => own.includes(name) && nameNow(name) === 'lost')
  }
  return history.removers.find(({ commit }) => isEnded(commit) && !removers.isIdle(commit))?.commit
}

/** What a headline says was removed or renamed, up to what it says besides. */
const ends = anyOf('i')`
  ^(?:
    delet(?:e[ds]?|ing)|drop(?:s|ped|ping)?|remov(?:e[ds]?|ing)|renam(?:e[ds]?|ing)
  ) (?!(?:all |any |the ){0,2}(?:calls?|needs?|usages?|uses?|warnings?)\b)(
    (?:
      (?! (?:and|as|because|for|from|in|into|leaving|since|so|to|when|with)\b)[^,;:(]|:(?=:)|(?<=:):
      \((?=\))
    ){3,80}
  )
`

const qualified = /`[A-Za-z_]\w{0,60}(?:(?:::|\.)\w{1,60}){1,5}`/
