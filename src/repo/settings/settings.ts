import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '../../problem.ts'
import { writeWhole } from '../state/disk.ts'
import { type Place, readIfThere } from '../git/repo-paths.ts'
import { recordedPrefix } from './prefix.ts'
import { version } from '../../version.ts'
import { stateDir } from '../state/state.ts'

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
  /** Remotes whose word is taken for how entries stand, beside the one that this is a clone of; `anyone` for all. */
  readonly trust: readonly string[]
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
  return asRecorded(place, await readProject(place))
}

/** Puts what the repository recorded above what is checked out. */
export const asRecorded = (place: Place, settings: Settings): Settings => ({
  ...settings,
  branchPrefix: recordedPrefix(place) ?? settings.branchPrefix,
})

/** Names the prefix that the settings ask for where knowledge lives under another one; undefined where they agree. */
export function otherPrefix(place: Place, { branchPrefix }: Settings): string | undefined {
  const [, asked] = /^branchPrefix:\s*["']?([\w-]+)/m.exec(readConfig(place) ?? '') ?? []
  return asked === branchPrefix ? undefined : asked
}

async function readProject(place: Place): Promise<Settings> {
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

/** A clone may hold anything here: a link to a private file or to /dev/zero, or a gigabyte. */
function readConfig(place: Place): string | undefined {
  const path = join(place.root, configFile)
  const folder = lstatSync(dirname(path), { throwIfNoEntry: false })
  if (folder?.isSymbolicLink()) throw badSettings('.ctx', ['is a symbolic link, and is not followed'])
  const stat = folder?.isDirectory() ? lstatSync(path, { throwIfNoEntry: false }) : undefined
  if (stat === undefined) return undefined
  if (stat.isSymbolicLink()) throw badSettings(configFile, ['is a symbolic link, and is not followed'])
  if (!stat.isFile()) throw badSettings(configFile, ['is not a file'])
  if (stat.size > mostBytes) throw badSettings(configFile, [`is larger than ${mostBytes / 1024} kB, and is not read`])
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw badSettings(configFile, ['is not a file that can be read'], cause)
  }
}

const mostBytes = 64 * 1024

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
    writeWhole(checkedFile(place), JSON.stringify(checked), { below: place.commonDir })
  } catch {
    // A repository that cannot be written to is read all the same, only slower.
  }
}

export const badSettings = (where: string, faults: readonly string[], cause?: unknown): Problem =>
  new Problem('bad-settings', `${where}: ${faults.join('; ')}.`, {
    hint: 'Mend it, or delete it to go back to the defaults. Personal settings such as autoPush belong in `git config`.',
    cause,
  })
