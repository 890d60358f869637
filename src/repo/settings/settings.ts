import { lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { version } from '../../version.ts'
import { type RepoPaths, readIfThere } from '../git/repo-paths.ts'
import { writeWhole } from '../state/disk.ts'
import { stateDir } from '../state/state.ts'
import { recordedPrefix } from './prefix.ts'
import { badSettings, configFile, defaults, type Personal, type Settings } from './shape.ts'

/**
 * Reads the project's settings; every fault is named at once. What was checked before is kept beside the text that it
 * was checked for, because loading YAML and a schema would double the time of a query.
 */
export async function readSettings(place: RepoPaths): Promise<Settings> {
  return asRecorded(place, await readProject(place))
}

/** Puts what the repository recorded above what is checked out. */
export const asRecorded = (place: RepoPaths, settings: Settings): Settings => ({
  ...settings,
  branchPrefix: recordedPrefix(place) ?? settings.branchPrefix,
})

async function readProject(place: RepoPaths): Promise<Settings> {
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
export async function readPersonal(place: RepoPaths, env: NodeJS.ProcessEnv): Promise<Personal> {
  const { checkPersonal } = await import('./schema.ts')
  return await checkPersonal(place, env)
}

/** A clone may hold anything here: a link to a private file or to /dev/zero, or a gigabyte. */
function readConfig(place: RepoPaths): string | undefined {
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

const mostBytes = 16 * 1024

/** Counts up when there are new keys, because what was checked without them lacks them. */
const checkedBy = `${version}/6`

/** `by` is the version of ctx that checked it: another may know other keys. */
type Checked = { readonly text: string; readonly settings: Settings; readonly by: string }

const checkedFile = (place: RepoPaths): string => join(stateDir(place), 'settings.json')

function readChecked(place: RepoPaths): Checked | undefined {
  try {
    // Local state that we wrote: nothing pulled can reach it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(readIfThere(checkedFile(place)) ?? '{}') as Checked
  } catch {
    return undefined
  }
}

function remember(place: RepoPaths, checked: Checked): void {
  try {
    writeWhole(checkedFile(place), JSON.stringify(checked), { below: place.commonDir })
  } catch {
    // A repository that cannot be written to is read all the same, only slower.
  }
}
