import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { array, enum as oneOf, object, optional, string, unknown, type infer as Infer } from 'zod/mini'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { writeWhole } from './disk.ts'
import { stateDir } from './state.ts'

const shape = object({
  id: string(),
  /** The knowledge branch that it is for. */
  ref: string(),
  at: string(),
  /** Who proposed it, as it calls itself. */
  by: string(),
  why: string(),
  operations: array(unknown()),
  evidence: object({ commits: array(string()), files: array(string()) }),
  decided: optional(oneOf(['accepted', 'declined'])),
})

/** Operations that wait for a person: as they were asked, with the evidence that was named. */
export type Proposal = Infer<typeof shape>

/** Proposals lie on this machine, one line each: who is asked sits here. What was decided stays, so that it is not asked again. */
const file = (place: RepoPaths): string => join(stateDir(place), 'proposals')

/** So many are kept, the newest. */
const most = 500

/** Reads all proposals, oldest first; a damaged line is none. */
export function readProposals(place: RepoPaths): readonly Proposal[] {
  const lines = (readIfThere(file(place)) ?? '').split('\n')
  return lines.flatMap((line) => {
    const read = line === '' ? undefined : shape.safeParse(parsed(line))
    return read?.success === true ? [read.data] : []
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Somebody else's line, or half of one.
    return undefined
  }
}

/** Adds proposals and gives each with its name; one that is known keeps its own, and what was decided about it. */
export function addProposals(place: RepoPaths, said: readonly Omit<Proposal, 'id' | 'decided'>[]): readonly Proposal[] {
  const known = new Map(readProposals(place).map((one) => [one.id, one]))
  const all = said.map((one): Proposal => {
    const id = nameOf(one)
    return known.get(id) ?? { ...one, id }
  })
  for (const one of all) known.set(one.id, one)
  if (all.length > 0) save(place, [...known.values()])
  return all
}

/** Writes down what a person decided. */
export const decideProposal = (place: RepoPaths, id: string, decided: NonNullable<Proposal['decided']>): void =>
  save(
    place,
    readProposals(place).map((one) => (one.id === id ? { ...one, decided } : one)),
  )

/** The same operations on the same branch are the same proposal. */
const nameOf = ({ ref, operations }: Pick<Proposal, 'ref' | 'operations'>): string =>
  createHash('sha256')
    .update(JSON.stringify([ref, operations]))
    .digest('hex')
    .slice(0, 8)

const save = (place: RepoPaths, all: readonly Proposal[]): void =>
  writeWhole(
    file(place),
    all
      .slice(-most)
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
    { below: place.commonDir },
  )
