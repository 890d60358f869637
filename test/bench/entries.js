// @ts-check
// Generates knowledge: the same entries on every machine, in the words of a made-up project.

/**
 * Chance that always falls the same way (mulberry32).
 * @param {number} seed
 */
export function chanceFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const syllables =
  'ba be bi bo bu ca co cu da de di do du fa fe fi fo ga ge go gu ha he hi ho ja jo ka ke ki la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we za ze zo'.split(
    ' ',
  )

/** Some thousand words; as in any language, the first are used often and the last hardly ever. */
const words = (() => {
  const chance = chanceFrom(7)
  const made = new Set()
  while (made.size < 6_000) {
    const length = 2 + Math.floor(chance() * 3)
    made.add(Array.from({ length }, () => syllables[Math.floor(chance() * syllables.length)]).join(''))
  }
  return [...made]
})()

const entriesOfTopic = 20
const topicsOfDomain = 12

/**
 * Generates one entry, of about 330 tokens: its path, its text, and a question that it answers.
 * @param {number} number
 * @param {{ seed?: number }} [how] Another seed gives other text at the same path.
 */
export function generateEntry(number, { seed = 0 } = {}) {
  const topic = Math.floor(number / entriesOfTopic)
  const domain = Math.floor(topic / topicsOfDomain)
  const naming = chanceFrom(number * 2_654_435 + 1)
  const name = [wordBy(naming), wordBy(naming), wordBy(naming)]
  const chance = chanceFrom(number * 40_503 + seed * 97 + 2)
  const rules = [sentenceBy(chance, 14), sentenceBy(chance, 11)]
  return {
    path: `${words[domain]}/${words[100 + (topic % topicsOfDomain)]}/${name.join('_')}_${number}.md`,
    text: writeText({ number, name, rules }, chance),
    question: [...name, ...(rules[0] ?? '').split(' ').slice(2, 6)].join(' '),
  }
}

/** @param {() => number} chance */
const wordBy = (chance) => words[Math.floor(words.length * chance() ** 3)] ?? ''

/** @param {() => number} chance @param {number} length */
const sentenceBy = (chance, length) => {
  const text = Array.from({ length }, () => wordBy(chance)).join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** @param {() => number} chance */
const hashBy = (chance) =>
  Array.from({ length: 5 }, () =>
    Math.floor(chance() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

/**
 * @param {{ number: number, name: readonly string[], rules: readonly string[] }} about
 * @param {() => number} chance
 */
function writeText({ number, name, rules }, chance) {
  const title = `${name.join(' ')} ${number}`
  const commit = hashBy(chance)
  const files = [0, 1].map(() => `src/${wordBy(chance)}/${wordBy(chance)}_${wordBy(chance)}.ts`)
  const day = String(1 + (number % 28)).padStart(2, '0')
  return `---
title: ${title}
tags: [${[...new Set(name.slice(0, 2))].join(', ')}]
keywords: [${wordBy(chance)}_${wordBy(chance)}, ${wordBy(chance)}]
importance: ${40 + (number % 50)}
recency: 1
maturity: ${number % 9 === 0 ? 'validated' : 'draft'}
accessCount: ${number % 7}
updateCount: ${number % 4}
createdAt: 2026-09-${day}T10:00:00Z
updatedAt: 2026-10-${day}T10:00:00Z
---

## Raw Concept
**Task:** ${sentenceBy(chance, 10)}
**Changes:**
- ${sentenceBy(chance, 12)}
- ${sentenceBy(chance, 9)}
**Files:**
- ${files[0]}
- ${files[1]}
**Timestamp:** 2026-10-${day}T10:00:00Z
**Author:** Ada Example
**Sources:**
- ${commit} ${sentenceBy(chance, 6)}

## Narrative
### Structure
${sentenceBy(chance, 22)}

### Rules
- ${rules[0]}
- ${rules[1]}

## Facts
- **${wordBy(chance)}_${wordBy(chance)}** = \`${number}\`: ${sentenceBy(chance, 8)} [project] (${commit.slice(0, 8)})
- ${sentenceBy(chance, 10)} [convention]

## Reason
${sentenceBy(chance, 7)}
`
}
