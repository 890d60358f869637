import type { RepoPaths } from '../git/repo-paths.ts'
import { modellingShape } from './modelling.ts'
import { readOwn } from './own.ts'
import { faultsOfValue, personalShape, wordsShape } from './schema.ts'

/** Names every personal setting that is not valid, and what would be: what stops a command says so only there. */
export async function personalFaults(place: RepoPaths, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const own = await readOwn(place, env)
  return [personalShape, modellingShape, wordsShape].flatMap((shape) => faultsOfValue(shape, own))
}
