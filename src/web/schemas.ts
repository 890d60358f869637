import { entryKinds, statuses } from '../tree/standing.ts'

const text = { type: 'string' }
const number = { type: 'number' }
const count = { type: 'integer', minimum: 0 }
const yes = { type: 'boolean' }
const texts = { type: 'array', items: text }
const state = { enum: ['draft', 'approved', 'deprecated'] }

/** Describes an object all of whose properties are always there; more may come. */
const object = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

const list = (items: object): object => ({ type: 'array', items })
const one = (name: string): object => ({ $ref: `#/components/schemas/${name}` })

const holds = { enum: ['partly', 'past', ''] }
const lesson = {
  headline: text,
  why: text,
  kind: text,
  date: text,
  commit: text,
  number: text,
  author: text,
  holds,
  later: list(one('NamedCommit')),
}

/** What the routes answer, as JSON Schema (2020-12), for the description. */
export const answers = {
  Brain: object({
    document: text,
    tokenEstimate: count,
    itemsLoaded: count,
    schemaKeys: texts,
    brainHash: { type: 'string', pattern: '^[0-9a-f]{16}$' },
    etag: text,
    notice: text,
    tree: list(one('Node')),
    layers: object({
      layer0: object({ tokens: count }),
      layer1: one('Layer'),
      layer2: one('Layer'),
      older: one('Layer'),
      archived: count,
    }),
  }),
  Layer: object({ tokens: count, count, items: list(one('Item')) }),
  Item: object({
    path: text,
    schemaKey: text,
    title: text,
    kind: { enum: entryKinds },
    status: { enum: statuses },
    state,
    importance: { type: 'integer', minimum: 1, maximum: 5 },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
    age: count,
    score: { type: 'number', minimum: 0, maximum: 1 },
    files: texts,
    tags: texts,
    updatedAt: text,
    mergedFrom: texts,
    supersededBy: text,
  }),
  Node: object({
    schemaKey: text,
    name: text,
    itemCount: count,
    states: object({ draft: count, approved: count, deprecated: count }),
    layers: object({ layer1: count, layer2: count, older: count }),
    state,
    children: list(one('Node')),
  }),
  SearchResult: object({
    query: text,
    tier: text,
    answer: text,
    outOfDomain: yes,
    hits: list(
      object({ path: text, title: text, score: number, text: number, excerpt: texts, sources: texts, files: texts }),
    ),
    tookMs: count,
    unread: texts,
  }),
  Entry: object({ path: text, text, related: texts, backlinks: texts, archived: text }),
  Lessons: object({
    query: text,
    hits: list(one('LessonHit')),
    isKnown: yes,
    missing: texts,
    isWhole: yes,
    unread: texts,
  }),
  LessonHit: object({
    lane: { enum: ['tree', 'log'] },
    kind: text,
    headline: text,
    why: text,
    commit: text,
    date: text,
    author: text,
    number: text,
    files: texts,
    entry: text,
    standing: text,
    archived: text,
    score: number,
    holds,
    supersededBy: list(object({ commit: text, date: text, headline: text, why: text })),
  }),
  Catalogue: object({ name: text, branch: text, commit: text, day: text, entries: list(one('CatalogueEntry')) }),
  CatalogueEntry: object({
    path: text,
    title: text,
    kind: { enum: entryKinds },
    status: { enum: statuses },
    state,
    tier: { enum: [1, 2, 3] },
    importance: number,
    confidence: number,
    age: count,
    statements: count,
    lessons: object({ holds: count, partly: count, past: count }),
  }),
  Timeline: list(object({ ...lesson, entry: text, title: text })),
  NamedCommit: object({ commit: text, author: text, date: text, subject: text }),
  Graph: object({
    nodes: list(object({ path: text, title: text, lessons: count })),
    edges: list({ type: 'array', minItems: 3, maxItems: 3 }),
    left: count,
  }),
  Concern: object({ at: text, title: text, detail: text }),
  Attention: object({
    disagreements: list(one('Concern')),
    stale: list(one('Concern')),
    dead: list(one('Concern')),
    faults: list(one('Concern')),
    drafts: list(one('Concern')),
    archive: list(object({ path: text, title: text, at: text, importance: number, byItself: yes })),
    gaps: list(object({ question: text, times: count })),
  }),
  EntryPage: object({
    path: text,
    title: text,
    kind: { enum: entryKinds },
    status: { enum: statuses },
    state,
    confidence: number,
    age: count,
    files: texts,
    tags: texts,
    tier: { enum: [1, 2, 3] },
    importance: number,
    maturity: text,
    updatedAt: text,
    approvedAt: text,
    supersededBy: text,
    lessons: list(object(lesson)),
    rules: list(object({ text, commit: text })),
    facts: list(object({ text, value: text, statement: text })),
    prose: list(object({ heading: text, text })),
    sources: list(one('NamedCommit')),
    neighbours: list(object({ path: text, title: text, link: text })),
  }),
  History: list(
    object({
      commit: text,
      at: text,
      author: text,
      subject: text,
      operations: texts,
      sources: list(object({ commit: text, isGone: yes })),
    }),
  ),
  Source: object({ path: text, text, version: text }),
  Edited: object({ how: { enum: ['saved', 'conflict'] }, path: text, version: text }),
  Moved: object({ paths: texts }),
  Review: object({
    base: object({ name: text, commit: text }),
    head: object({ name: text, commit: text }),
    changes: list(
      object({ path: text, title: text, how: text, other: text, lines: { type: 'array' }, tokens: number }),
    ),
    findings: list(one('Finding')),
    blocking: list(one('Finding')),
    tokens: number,
    authors: { type: 'object', additionalProperties: text },
  }),
  Finding: object({ code: text, at: text, detail: text, weight: text }),
  Marked: object({ path: text, as: { enum: ['approved', 'deprecated', 'superseded'] }, isNew: yes }),
  Description: { type: 'object' },
  Error: object({ error: object({ code: text, message: text }) }),
} as const
