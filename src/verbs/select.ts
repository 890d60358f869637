import { resolve } from 'node:path'
import { readConfig, readNavigation, skillFiles } from '../brain/skill/folder.ts'
import { type ChosenChunk, select } from '../brain/skill/select.ts'
import { Problem } from '../problem.ts'
import { openSkill } from '../repo/skill-folder.ts'
import { countTokens } from '../text/tokens.ts'

/** A chunk that was selected; `path` is its file in the folder. */
export type SelectedChunk = ChosenChunk & { readonly path: string; readonly tokens: number; readonly text: string }

/** What was selected, best first; `over` did not fit the budget, `missing` could not be read. */
export type Selection = {
  readonly request: string
  readonly threshold: number
  readonly tokens: number
  readonly chunks: readonly SelectedChunk[]
  readonly over: readonly string[]
  readonly missing: readonly string[]
}

/**
 * Does what a skill's guide tells an agent to do, always in the same way: chooses the chunks that a request needs.
 * A `budget` in tokens ends it early, after one chunk at least.
 * @throws {Problem} when the folder holds no map, or settings that cannot be read.
 */
export function selectChunks(folder: string, request: string, { budget = Number.POSITIVE_INFINITY } = {}): Selection {
  const content = openSkill(resolve(folder))
  const navigation = readNavigation(content.map)
  const config = readConfig(content.config)
  if (navigation === undefined || config === undefined)
    throw new Problem(
      'broken-skill',
      `${navigation === undefined ? skillFiles.map : skillFiles.config} cannot be read.`,
      {
        hint: 'See `ctx export skill --check --out <folder>`.',
      },
    )
  const chunks: SelectedChunk[] = []
  const [over, missing]: [string[], string[]] = [[], []]
  let tokens = 0
  for (const chosen of select(navigation.map, request, config.threshold)) {
    const text = content.chunks.get(chosen.id)
    const size = countTokens(text ?? '')
    if (text === undefined) missing.push(chosen.id)
    else if (chunks.length > 0 && tokens + size > budget) over.push(chosen.id)
    else {
      tokens += size
      chunks.push({ ...chosen, path: `${skillFiles.chunks}/${chosen.id}.md`, tokens: size, text })
    }
  }
  return { request, threshold: config.threshold, tokens, chunks, over, missing }
}
