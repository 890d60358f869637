import { terms } from '../text/terms.ts'
import type { Group } from './group.ts'
import { tellingTerms } from './subject.ts'

/** How often each term is said in all that was read; what everybody says tells nothing of one subject. */
export type Census = { readonly studies: number; readonly said: ReadonlyMap<string, number> }

/** Counts in how many titles each term stands. */
export function censusOf(titles: readonly string[]): Census {
  const said = new Map<string, number>()
  for (const title of titles) for (const term of new Set(tellingTerms(title))) said.set(term, (said.get(term) ?? 0) + 1)
  return { studies: titles.length, said }
}

/** Names a subject: what it is called, and the three things most said of it and of little else. */
export function titleOf({ name, aspect, studies }: Group, census: Census): string {
  const [only] = studies
  if (only !== undefined && studies.length === 1) return only.title
  const spoken = phraseOf(name)
  const own = new Set(tellingTerms(spoken))
  const telling = tellingWords(
    studies.map(({ title }) => title),
    own,
    census,
  )
  const first = aspect === '' ? [] : telling.filter(({ term }) => term === aspect)
  const words = [...first, ...telling.filter(({ term }) => term !== aspect)].slice(0, 3).map(({ word }) => word)
  if (words.length > 0) return `${spoken}: ${words.join(', ')}`
  // A bare name says little; the commit that proved most says what it is about.
  const [best] = studies
    .filter(({ title }) => !vague.test(title))
    .toSorted((a, b) => b.evidence.length - a.evidence.length || (a.sha < b.sha ? -1 : 1))
  return studies.length <= 4 && best !== undefined ? best.title : `${spoken} in general`
}

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
  for (const title of titles) {
    const seen = new Set<string>()
    for (const word of title.match(/[A-Za-z][\w$.@/'’-]*[A-Za-z0-9]/g) ?? []) {
      const term = terms(word).at(-1)
      if (
        term === undefined ||
        own.has(term) ||
        seen.has(term) ||
        tellingTerms(word).length === 0 ||
        weak.has(term) ||
        word.length < 3 ||
        fileName.test(word)
      )
        continue
      seen.add(term)
      const known = found.get(term) ?? { count: 0, spellings: new Map<string, number>() }
      found.set(term, known)
      known.count++
      const spelled = /^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word
      known.spellings.set(spelled, (known.spellings.get(spelled) ?? 0) + 1)
    }
  }
  const score = (term: string, count: number): number => count * Math.log(1 + studies / (said.get(term) ?? 1))
  return [...found]
    .filter(([, { count }]) => count >= 2)
    .sort(([a, x], [b, y]) => score(b, y.count) - score(a, x.count) || (a < b ? -1 : 1))
    .map(([term, { spellings }]) => ({
      term,
      word: [...spellings].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? term,
    }))
}

const fileName = /\/|\.(?:mdx?|go|[cm]?[jt]sx?|rs|py)$/

/** Titles of commits that say nothing of their subject. */
const vague =
  /^(?:updat|fix|add|refactor|address|enforce|restor|reduce|remov)\w*\s+(?:the\s+)?(?:tests?|typos?|lint\w*|docs?|overload|examples?|comments?|feedback|grammar|max line|number of)\b|grammar|spelling|^(?:update|create) \S+\.md$/i

/** Words of commit messages that name nothing. */
const weak = new Set(
  'appeas linter section pull suggest word re-add grammar spell collabor toward don won isn doesn didn can wrong correct incorrect properli instead prevent avoid ensur enabl disabl switch default option valu file code function method call return pass work need make simplifi improv minor small better bump version releas node depend dependabot revert reappli drop merg follow note mention readm typo doc document lint format style unus miss extra rename introduc implement creat delet replac convert upgrad downgrad bring back behavior behaviour case way thing stuff some more also now when tweak cleanup comment feedback address err specif actual suggest review wip pr lint typescript definit example mani other tool bench benchmark member sponsor past latest current exist small refactor restructur rework ad addit includ exclud handl possibl potenti appli adapt adjust align consist various sever initi final step part first second'.split(
    ' ',
  ),
)
