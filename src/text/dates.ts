import { stemmer } from 'stemmer'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const

const monthName = String.raw`(?<month>${months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})\.?`
const day = String.raw`(?<day>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?`
const year = String.raw`(?<year>(?:19|20)\d\d)`

// A month alone is a word like any other ("may", "march"); beside a day or a year it is a date.
const spellings = [
  new RegExp(String.raw`\b${year}-(?<number>0[1-9]|1[0-2])(?:-(?<day>[0-2]\d|3[01]))?\b`, 'gi'),
  new RegExp(String.raw`\b${day}(?: of)? ${monthName}(?:,? ${year})?\b`, 'gi'),
  new RegExp(String.raw`\b${monthName} ${day}\b(?:,? ${year})?`, 'gi'),
  new RegExp(String.raw`\b${monthName},? ${year}\b`, 'gi'),
]

/** Turns an ISO time into the terms by which a date is asked for: its year, month, day of the year, and all of it. */
export function termsOfTime(time: string): readonly string[] {
  const [, y, m, d] = /^(\d{4})-(\d{2})-(\d{2})/.exec(time) ?? []
  return y === undefined ? [] : termsOfDate(y, Number(m), Number(d))
}

/** Finds the dates that a question names and gives each as its most exact term: "7 May 2023", "May 2023", "May 7". */
export function dateTermsIn(text: string): readonly string[] {
  // Each of them has a number, and V8 takes as long to compile them as to rank a hundred entries.
  if (!/\d/.test(text)) return []
  const found = spellings.flatMap((spelling) =>
    [...text.matchAll(spelling)].map(({ groups = {} }) => {
      const { year: y, month, day: d, number } = groups
      const m =
        number === undefined
          ? months.findIndex((name) => name.startsWith((month ?? '').toLowerCase().slice(0, 3))) + 1
          : Number(number)
      return termsOfDate(y, m, d === undefined ? undefined : Number(d)).at(-1) ?? ''
    }),
  )
  return [...new Set(found)].filter((term) => term !== '')
}

/** The months that a question names, as `YYYY-MM`, and the words that it names them with, in small letters. */
export type Period = { readonly from: string; readonly to: string; readonly said: ReadonlySet<string> }

const season = 'early|mid|late|spring|summer|autumn|fall|winter'
/** From which month to which, with one to spare: nobody remembers that well. */
const seasons: Readonly<Record<string, readonly [string, string]>> = {
  early: ['01', '05'],
  mid: ['04', '09'],
  late: ['08', '12'],
  spring: ['03', '06'],
  summer: ['05', '09'],
  autumn: ['08', '12'],
  fall: ['08', '12'],
}

/** A year is one beside a word of time: "in 2018", "early 2018", "March 2018"; not in "RFC 2018" and "the 2018 edition". */
const spokenYear = new RegExp(
  String.raw`\b(?<before>(?:(?:in|since|after|from|before|until|till|of|between|and|to|by|during|around|${season}|${monthName.replace('?<month>', '?:')})[\s-]{1,3}(?:the )?){1,4})${year}(?![-\w]|\.\d)`,
  'gi',
)

/** Finds the time that a question is about: "in early 2018", "between 2016 and 2018", "since March 2020". */
export function periodIn(text: string): Period | undefined {
  // V8 takes long to compile it.
  if (!/(?:19|20)\d\d/.test(text)) return undefined
  const found = [...text.matchAll(spokenYear)].map(({ groups = {} }) => {
    const { before = '', year: y = '' } = groups
    const words = before.toLowerCase().match(/[a-z]+/g) ?? []
    const month = months.findIndex((name) => words.some((word) => word.length >= 3 && name.startsWith(word))) + 1
    const number = String(month).padStart(2, '0')
    const [first, last] =
      month > 0 ? [number, number] : (words.map((word) => seasons[word]).find(Boolean) ?? ['01', '12'])
    return { words, year: y, from: `${y}-${first}`, to: `${y}-${last}` }
  })
  const [one] = found
  if (one === undefined) return undefined
  const said = new Set(found.flatMap(({ words, year: y }) => [...words, y]))
  const [from = '', to = ''] = [
    found.map((each) => each.from).toSorted()[0],
    found
      .map((each) => each.to)
      .toSorted()
      .at(-1),
  ]
  const isSaid = (word: RegExp): boolean => found.length === 1 && one.words.some((each) => word.test(each))
  if (isSaid(/^before$/)) return { from: '', to: monthBefore(from), said }
  if (isSaid(/^(?:until|till)$/)) return { from: '', to, said }
  return { from, to: isSaid(/^(?:since|after|from)$/) ? '9999' : to, said }
}

/** "What changed in the router recently", "the latest fixes": without a word for what is done, "latest" is a tag or a version. */
const lately =
  /\b(?:(?<!most )recently|lately|these days|of late|what(?:['’]s| is) new|(?:latest|newest|(?:most )?recent|last few) (?:additions?|changes?|commits?|features?|fix(?:es)?|work))\b/i

/** The words by which a text asks for what is new, '' where it does not. */
export const newsAsked = (text: string): string => lately.exec(text)?.[0] ?? ''

/** The half year up to the newest of some days, where a question asks for what is new. */
export function recentlyIn(text: string, days: readonly string[]): Period | undefined {
  const said = newsAsked(text)
  const newest = days.reduce((one, other) => (one > other ? one : other), '').slice(0, 7)
  if (said === '' || newest === '') return undefined
  const from = Array.from({ length: monthsOfRecent - 1 }).reduce<string>(monthBefore, newest)
  return { from, to: newest, said: new Set(said.toLowerCase().match(/[a-z]+/g)) }
}

const monthsOfRecent = 6

/** Whether a date, as `YYYY-MM-DD`, is in a period; of what has no date nobody knows. */
export const isWithin = (date: string, { from, to }: Period): boolean => {
  const month = date.slice(0, 7)
  return month !== '' && month >= from && month <= to
}

const monthBefore = (month: string): string => {
  const [y = 0, m = 0] = month.split('-').map(Number)
  return m > 1 ? `${y}-${String(m - 1).padStart(2, '0')}` : `${y - 1}-12`
}

/** From the broadest to the most exact; `#` keeps them apart from numbers and version names. */
function termsOfDate(y: string | undefined, m: number, d: number | undefined): readonly string[] {
  const month = String(m).padStart(2, '0')
  const name = months[m - 1]
  const ofDay = d === undefined ? undefined : `${month}-${String(d).padStart(2, '0')}`
  return [
    ...(y === undefined ? [] : [y]),
    ...(name === undefined ? [] : [stemmer(name)]),
    ...(ofDay === undefined ? [] : [`#${ofDay}`]),
    ...(y === undefined ? [] : [`#${y}-${month}`]),
    ...(y === undefined || ofDay === undefined ? [] : [`#${y}-${ofDay}`]),
  ]
}

const dateWord = new RegExp(
  String.raw`^(?:${months.map((name) => `${name}|${name.slice(0, 3)}`).join('|')}|sept|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:['’]s)?$`,
  'i',
)

/** Tells the names of months and days of the week, which have a capital without naming anybody. */
export const isDateWord = (word: string): boolean => dateWord.test(word)

const ago =
  /^(?:\d+|an?|one|two|three|four|five|six) (?:second|minute|hour|day|week|month|year)s? ago$|^yesterday$|^last (?:week|month|year)$/

/** Tells a date from other text before git reads it: git takes any text for one, "nonsense" for now. */
export const isDate = (text: string): boolean =>
  ago.test(text) || (/^\d{4}-\d{2}(?:-\d{2}(?:T[\d:]+Z?)?)?$/.test(text) && !Number.isNaN(Date.parse(text)))
