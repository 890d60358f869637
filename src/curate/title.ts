import { shorten } from '../text/clean.ts'
import type { Group } from './group.ts'

/** What files say they are, in the first sentence of their own documentation, by path. */
export type Gists = ReadonlyMap<string, string>

const longest = 90

/** Names a subject by what it is: as the code calls it, and as its own documentation says what that is. */
export function titleOf({ folder, name, file, studies }: Group, gists: Gists): string {
  const [only] = studies
  if (only !== undefined && studies.length === 1) return only.title
  const spoken = calledOf(folder, name)
  const gist = gists.get(file) ?? ''
  if (gist === '') return spoken
  const said = gist.toLowerCase().startsWith(spoken.toLowerCase()) ? gist : `${spoken}: ${gist}`
  return shorten(said, longest)
}

/** What a subject is called: by the part of the project that it is in too, where that tells it from others. */
function calledOf(folder: string, name: string): string {
  const [domain = '', topic = ''] = folder.split('/')
  const own = spelled(name)
  const isSaid = (part: string): boolean =>
    part === '' || kinds.test(part) || own.toLowerCase().includes(part.toLowerCase())
  const part = [topic, domain].map(spelled).find((one) => !isSaid(one))
  return part === undefined ? own : `${part} ${own}`
}

/** Folders that say what kind of files they hold, and nothing of a subject. */
const kinds =
  /^(?:general|notes|core|common|src|source|lib|libs|pkg|internal|cmd|app|tests?|types?|docs?|scripts?|examples?|tools?|util\w*|packages?|modules?|conventions?|ci)$/i

/** Spells a file's name as its project does, without what joins its words: `content-type-parser` → content type parser. */
const spelled = (name: string): string => name.replace(/[-_./]+/g, ' ').trim()
