import { oneLine } from '../../text/clean.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { listCode } from './packages.ts'
import type { RepoPaths } from './repo-paths.ts'

/** Letters of a name: a shorter one is near to any other, and a longer one is not typed. */
const typed = { least: 4, most: 200 }

/**
 * Asks whether a file was meant that is called nearly so, or so in another folder, where one alone is; '' where none is near.
 * What is spelled as it was typed says nothing: bytes that are no UTF-8 are all read as one sign.
 */
export async function askWhetherMeant(place: RepoPaths, file: string): Promise<string> {
  if (file.length < typed.least || file.length > typed.most || file.includes('\uFFFD')) return ''
  const spelled = (path: string): string => oneLine(path).normalize()
  const all = (await listCode(place, 'HEAD')).filter((path) => spelled(path) !== spelled(file))
  const name = file.slice(file.lastIndexOf('/') + 1).toLowerCase()
  const [elsewhere, ...others] = all.filter((path) => path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name)
  const near = nearestName(file, all) ?? (others.length === 0 ? elsewhere : undefined)
  return near === undefined ? '' : `Did you mean ${oneLine(near)}? `
}
