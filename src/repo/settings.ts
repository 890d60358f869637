import { join } from 'node:path'
import { Problem } from '../problem.ts'
import { type Place, readIfThere } from './place.ts'
import { version } from '../version.ts'
import { stateDir, writeWhole } from './state.ts'

/** When the staged changes are asked about before a commit message is written. */
export type Prequery = 'off' | 'editor' | 'always'

/** What a project shares in `.ctx/config.yaml`: it is pulled, so nothing in it can start a program or name an address. */
export type Settings = {
  readonly version: 1
  readonly branchPrefix: string
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

/** When the instructions that stand in agents' own files are brought up to date: by hand, or after every curation. */
export type AgentSettings = { readonly refresh: 'manual' | 'curate' }

/** Findings with these codes stop a change of knowledge: `ctx review --check` fails. */
export type ReviewSettings = { readonly block: readonly string[] }

const reviewDefaults: ReviewSettings = { block: ['secret', 'contradiction', 'dead-reference'] }

/** How answers are ranked (FORMATS section 2 "Scores"), and how many are remembered. */
export type SearchSettings = {
  /** The weights of words: chosen by measuring, or those of the ByteRover paper. */
  readonly weights: 'default' | 'paper'
  readonly rank: { readonly text: number; readonly importance: number; readonly recency: number }
  readonly boost: { readonly draft: number; readonly validated: number; readonly core: number }
  readonly recall: number
}

export const searchDefaults: SearchSettings = {
  weights: 'default',
  rank: { text: 0.6, importance: 0.2, recency: 0.2 },
  boost: { draft: 1, validated: 1.08, core: 1.15 },
  recall: 200,
}

/** What one person decides for their own clone: git config `ctx.*` or `CTX_*`. `prequery` stands above the project's. */
export type Personal = {
  readonly autoPush: 'off' | 'known' | 'on'
  readonly prequery: Prequery | undefined
  /** How often a push that others were quicker than is tried. */
  readonly pushTries: number
}

export const configFile = join('.ctx', 'config.yaml')

export const defaults: Settings = {
  version: 1,
  branchPrefix: 'ctx',
  prequery: 'editor',
  ignore: [],
  domains: {},
  search: searchDefaults,
  review: reviewDefaults,
  agents: { refresh: 'manual' },
  archive: 'auto',
}

/**
 * Reads the project's settings; every fault is named at once. What was checked before is kept beside the text that it
 * was checked for, because loading YAML and a schema would double the time of a query.
 */
export async function readSettings(place: Place): Promise<Settings> {
  const text = readConfig(place)
  if (text === undefined) return defaults
  const known = readChecked(place)
  if (known?.text === text && known.by === checkedBy) return known.settings
  const { checkProject } = await import('./schema.ts')
  const settings = checkProject(text)
  remember(place, { text, settings, by: checkedBy })
  return settings
}

/** Reads the person's own settings, from git config and the environment. */
export async function readPersonal(place: Place, env: NodeJS.ProcessEnv): Promise<Personal> {
  const { checkPersonal } = await import('./schema.ts')
  return await checkPersonal(place, env)
}

function readConfig(place: Place): string | undefined {
  try {
    return readIfThere(join(place.root, configFile))
  } catch (cause) {
    throw badSettings(configFile, ['is not a file that can be read'], cause)
  }
}

/** Counts up when there are new keys, because what was checked without them lacks them. */
const checkedBy = `${version}/5`

/** `by` is the version of ctx that checked it: another may know other keys. */
type Checked = { readonly text: string; readonly settings: Settings; readonly by: string }

const checkedFile = (place: Place): string => join(stateDir(place), 'settings.json')

function readChecked(place: Place): Checked | undefined {
  try {
    // Local state that we wrote: nothing pulled can reach it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(readIfThere(checkedFile(place)) ?? '{}') as Checked
  } catch {
    return undefined
  }
}

function remember(place: Place, checked: Checked): void {
  try {
    writeWhole(checkedFile(place), JSON.stringify(checked))
  } catch {
    // A repository that cannot be written to is read all the same, only slower.
  }
}

export const badSettings = (where: string, faults: readonly string[], cause?: unknown): Problem =>
  new Problem('bad-settings', `${where}: ${faults.join('; ')}.`, {
    hint: 'Mend it, or delete it to go back to the defaults. Personal settings such as autoPush belong in `git config`.',
    cause,
  })
