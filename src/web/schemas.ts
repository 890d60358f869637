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
  Marked: object({ path: text, as: { enum: ['approved', 'deprecated', 'superseded'] }, isNew: yes }),
  Description: { type: 'object' },
  Error: object({ error: object({ code: text, message: text }) }),
} as const
