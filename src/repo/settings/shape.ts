import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import { oneLine, shorten } from '../../text/clean.ts'

/** When the staged changes are asked about before a commit message is written. */
export type Prequery = 'off' | 'editor' | 'always'

/** What a project shares in `.ctx/config.yaml`: it is pulled, so nothing in it can start a program or name an address. */
export type Settings = {
  readonly version: 1
  readonly branchPrefix: string
  /** The prefix that the project asks for, '' where it says none; `branchPrefix` is where this repository keeps it. */
  readonly askedPrefix: string
  readonly prequery: Prequery
  readonly ignore: readonly string[]
  readonly domains: Readonly<Record<string, string>>
  readonly search: SearchSettings
  readonly review: ReviewSettings
  readonly agents: AgentSettings
  readonly archive: Archiving
}

/** What is done with what no longer holds and nobody uses: nothing, it is named, or a little of it is archived each month. */
export type Archiving = 'off' | 'suggest' | 'auto'

/**
 * When the instructions that stand in agents' own files are brought up to date, by hand or after every curation; and
 * whether agents' hooks are answered, which `ctx.agentHooks` of a clone decides above this.
 */
export type AgentSettings = { readonly refresh: 'manual' | 'curate'; readonly hooks: 'on' | 'off' }

/** Findings with these codes stop a change of knowledge: `ctx review --check` fails. */
export type ReviewSettings = { readonly block: readonly string[] }

/** What stops a change where a project says nothing. */
export const reviewDefaults = { block: ['secret', 'contradiction', 'dead-reference'] } as const satisfies ReviewSettings

/** How answers are ranked (FORMATS section 2 "Scores"), and how many are remembered. */
export type SearchSettings = {
  /** The weights of words: chosen by measuring, or those of the ByteRover paper. */
  readonly weights: 'default' | 'paper'
  readonly rank: { readonly text: number; readonly importance: number; readonly recency: number }
  readonly boost: { readonly draft: number; readonly validated: number; readonly core: number }
  readonly recall: number
}

/** How answers are ranked where a project says nothing. */
export const searchDefaults: SearchSettings = {
  weights: 'default',
  rank: { text: 0.6, importance: 0.2, recency: 0.2 },
  boost: { draft: 1, validated: 1.08, core: 1.15 },
  recall: 200,
}

/** What one person decides for their own clone: git config `ctx.*` or `CTX_*`. */
export type Personal = {
  readonly autoPush: 'off' | 'known' | 'on'
  /** How often a push that others were quicker than is tried. */
  readonly pushTries: number
  /** How long, in seconds, a git that talks to a remote may take. */
  readonly networkTimeout: number
  /** Remotes whose word is taken for how entries stand, beside the one that this is a clone of; `anyone` for all. */
  readonly trust: readonly string[]
}

/** The file that a project shares its settings in. */
export const configFile = join('.ctx', 'config.yaml')

/** The settings of a project that has none. */
export const defaults: Settings = {
  version: 1,
  branchPrefix: 'ctx',
  askedPrefix: '',
  prequery: 'editor',
  ignore: [],
  domains: {},
  search: searchDefaults,
  review: reviewDefaults,
  agents: { refresh: 'manual', hooks: 'on' },
  archive: 'auto',
}

/** A message quotes what anybody may have written, and is to be read by a person. */
const mostFaults = 20
const toldShortly = (fault: string): string => shorten(oneLine(fault), 300)

/** Says everything that is wrong with settings at once. */
export const badSettings = (where: string, faults: readonly string[], cause?: unknown): Problem =>
  new Problem('bad-settings', `${where}: ${faults.slice(0, mostFaults).map(toldShortly).join('; ')}.`, {
    hint: 'Mend it, or delete it to go back to the defaults. Personal settings such as autoPush belong in `git config`.',
    cause,
  })
