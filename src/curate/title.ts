import { terms } from '../text/terms.ts'
import { toName } from '../tree/name.ts'
import type { Group } from './group.ts'
import type { Study } from './study.ts'
import { tellingTerms } from './subject.ts'

/** How often each term is said in all that was read; what everybody says tells nothing of one subject. */
export type Census = { readonly studies: number; readonly said: ReadonlyMap<string, number> }

/** Counts in how many titles each term stands. */
export function censusOf(titles: readonly string[]): Census {
  const said = new Map<string, number>()
  for (const title of titles) for (const term of new Set(tellingTerms(title))) said.set(term, (said.get(term) ?? 0) + 1)
  return { studies: titles.length, said }
}

/** Names a subject: what it is called, and the two things most said of it and of little else. */
export function titleOf({ folder, name, aspect, studies }: Group, census: Census): string {
  const [only] = studies
  if (only !== undefined && studies.length === 1) return scoped(only, folder)
  const spoken = calledOf(folder, name)
  const own = new Set(tellingTerms(spoken))
  const telling = tellingWords(
    studies.map(({ title }) => title),
    own,
    census,
  )
  const first = aspect === '' ? [] : telling.filter(({ term }) => term === aspect)
  const ranked = [...first, ...telling.filter(({ term }) => term !== aspect)].map(({ word }) => word)
  const words = [...new Set(ranked)].slice(0, 2)
  if (words.length > 0) return `${spoken}: ${words.join(', ')}`
  // A bare name says little; the commit that proved most says what it is about.
  const [best] = lasting(studies)
    .filter(({ title }) => !isVague(title) && tellingTerms(title).length >= 3)
    .toSorted((a, b) => b.evidence.length - a.evidence.length || (a.sha < b.sha ? -1 : 1))
  return studies.length <= 4 && best !== undefined
    ? scoped(best, folder)
    : spoken.includes(' ')
      ? spoken
      : `${spoken} in general`
}

/** What a subject is called: by the part of the project that it is in too, where that tells it from others. */
function calledOf(folder: string, name: string): string {
  const [domain = ''] = folder.split('/')
  const [part, own] = [phraseOf(domain), phraseOf(name)]
  if (kinds.test(domain) || own.toLowerCase().includes(part.toLowerCase())) return own
  return `${part} ${own.charAt(0).toLowerCase()}${own.slice(1)}`
}

/** Folders that say what kind of files they hold, and nothing of a subject. */
const kinds =
  /^(?:general|core|common|src|source|lib|libs|pkg|internal|cmd|app|tests?|types?|docs?|scripts?|examples?|tools?|util\w*|packages?|conventions?|ci)$/

/** Spells a file's name as a person says it: `content-type-parser`, `contentTypeParser` → Content type parser. */
function phraseOf(name: string): string {
  const words = name
    .replace(/[-_./]+/g, ' ')
    .replace(/(?<=[a-z0-9])(?=[A-Z][a-z])/g, ' ')
    .trim()
    .split(' ')
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return words === '' ? 'General' : words.charAt(0).toUpperCase() + words.slice(1)
}

type Word = { readonly term: string; readonly word: string }

/** The words that most titles of a subject share and few others have (tf · idf), as they are mostly spelled. */
function tellingWords(titles: readonly string[], own: ReadonlySet<string>, { studies, said }: Census): readonly Word[] {
  const found = new Map<string, { count: number; spellings: Map<string, number> }>()
  const pairs = new Map<string, number>()
  for (const title of titles) {
    const seen = new Set<string>()
    let before = ''
    for (const word of title.match(/[A-Za-z][\w$.@/'’-]*[A-Za-z0-9]|\S+/g) ?? []) {
      const term = namingTerm(word)
      if (term !== undefined && before !== '') pairs.set(`${before} ${word}`, (pairs.get(`${before} ${word}`) ?? 0) + 1)
      before = term === undefined ? '' : word
      if (term === undefined || own.has(term) || seen.has(term)) continue
      seen.add(term)
      const known = found.get(term) ?? { count: 0, spellings: new Map<string, number>() }
      found.set(term, known)
      known.count++
      const spelled = plain(word)
      known.spellings.set(spelled, (known.spellings.get(spelled) ?? 0) + 1)
    }
  }
  const score = ({ term, word, count }: Counted): number =>
    count * Math.log(1 + studies / (said.get(term) ?? 1)) * (codeLike.test(word) ? 2 : 1)
  return [...found]
    .map(([term, { count, spellings }]) => ({
      term,
      count,
      word: [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? term,
    }))
    .filter(({ word, count }) => count >= (codeLike.test(word) ? 2 : Math.max(3, titles.length * leastShare)))
    .sort((a, b) => score(b) - score(a) || (a.term < b.term ? -1 : 1))
    .map(({ term, word, count }) => ({ term, word: asPhrase(word, count, pairs) }))
}

/** The term of a word that may name something; undefined for one that names nothing. */
function namingTerm(word: string): string | undefined {
  if (!/^[A-Za-z]/.test(word) || word.length < 3 || fileName.test(word)) return undefined
  const term = terms(word).at(-1)
  return term === undefined || tellingTerms(word).length === 0 || weak.has(term) ? undefined : term
}

const plain = (word: string): string => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word)

/** Two words that mostly stand together are said together. */
function asPhrase(word: string, count: number, pairs: ReadonlyMap<string, number>): string {
  const [best] = [...pairs]
    .filter(([pair, often]) => often >= 2 && often >= count / 2 && pair.split(' ').some((one) => plain(one) === word))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  return best === undefined ? word : best[0].split(' ').map(plain).join(' ')
}

type Counted = Word & { readonly count: number }

/** A plain word names a subject when this share of the titles has it; a name out of the code, when two do; a plain one needs three. */
const leastShare = 0.2
const codeLike = /[a-z][A-Z]|[A-Z]{2}|[\w$][.@/_][\w$]|^@|\w-\w/

const fileName = /\/|\.(?:mdx?|go|[cm]?[jt]sx?|rs|py)$/

/** The title of a commit with the part of the project that its scope named, where its place does not say so. */
const scoped = ({ title, scope }: Study, folder: string): string =>
  scope === '' ||
  folder.split('/').includes(toName(scope)) ||
  title.toLowerCase().includes(scope.toLowerCase()) ||
  !/^[\w@/-]+$/.test(scope)
    ? title
    : `${phraseOf(scope)}: ${/^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title}`

/** Leaves out what was added and later taken out again, both of them: as if it had never been. */
export function lasting<One extends Pick<Study, 'title'>>(studies: readonly One[]): readonly One[] {
  const undone = new Set<One>()
  for (const [at, study] of studies.entries()) {
    if (!undoing.test(study.title)) continue
    const taken = new Set(tellingTerms(study.title))
    for (const earlier of studies.slice(0, at)) {
      const words = tellingTerms(earlier.title)
      const shared = words.filter((term) => taken.has(term)).length
      if (shared >= 2 && shared >= words.length / 2 && !undoing.test(earlier.title)) undone.add(earlier).add(study)
    }
  }
  return studies.filter((study) => !undone.has(study))
}

const undoing = /^(?:revert|reapply|remov|delet|drop|roll(?:ed)? ?back|back out|disabl|undo)/i

/** Whether the title of a commit says nothing of its subject. */
export const isVague = (title: string): boolean => vague.test(title)

const vague =
  /clean ?ups?\b|conciseness|\bmisc\b|wrong direction|almost final|^(?:migrat|added node|examples?\b)|^(?:fix|update|correct)\w*\b.*\b(?:links?|urls?|wording|anchors?|toc|words?|sentence)\b|^\[.*skip.*\]|^(?:updat(?:e|ed|es|ing)?|fix(?:ed|es)?|bump|clean ?up|remov(?:e|ed)|add(?:ed)?|mention|improve)\b.{0,25}(?:readme|\btypos?|\bdeps|dependenc(?:y|ies)|non-major|monorepo|\.mdx?\b|benchmarks?|broken link|redundant|contributors|plugins? team)|^(?:merge|revert|reapply|bump|release|review|wip|format|lint|typo)\b|\bnits?\b|past contributors?|\bcontributors?$|\bto contributors\b|^(?:small|minor|more|some)\b.{0,30}$|^(?:update|upgrade) (?:all |dep|to v?\d)|^(?:add|write|more|migrate|mv|move|port|refactor|convert)\w*\b.*\b(?:unit )?tests?\b|^(?:updat|fix|add|refactor|address|enforce|restor|reduce|remov)\w*\s+(?:the\s+)?(?:tests?|typos?|lint\w*|docs?|overload|examples?|comments?|feedback|grammar|max line|number of)\b|grammar|spelling|^(?:update|create) \S+\.md$/i

/** Words of commit messages that name nothing. */
const weak = new Set(
  'non-major skip dep ignor contributor ecosystem clarifi late appeas linter section pull suggest word re-add grammar spell collabor toward don won isn doesn didn can wrong correct incorrect properli instead prevent avoid ensur enabl disabl switch default option valu file code function method call return pass work need make simplifi improv minor small better bump version releas node depend dependabot revert reappli drop merg follow note mention readm typo doc document lint format style unus miss extra rename introduc implement creat delet replac convert upgrad downgrad bring back behavior behaviour case way thing stuff some more also now when tweak cleanup comment feedback address err specif actual suggest review wip pr lint typescript definit example mani other tool bench benchmark member sponsor past latest current exist small refactor restructur rework ad addit includ exclud handl possibl potenti appli adapt adjust align consist various sever initi final step part first second'.split(
    ' ',
  ),
)
