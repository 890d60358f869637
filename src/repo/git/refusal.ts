import { Problem } from '../../problem.ts'
import { clean } from '../../text/clean.ts'

// What git says when it does not take a repository for one at all (setup.c, config.c). All else that ends with 128 may be an
// answer: that there is no such revision, say.
const refusal = new RegExp(
  `^fatal: (${[
    'detected dubious ownership in repository',
    'unsafe repository',
    'cannot use bare repository',
    'not a git repository',
    'invalid gitfile format',
    'expected git repo version',
    'unknown repository extension',
    'bad boolean config value',
    'bad (?:numeric )?config (?:line|value) [^\\n]* in file ',
    "unable to access '[^'\\n]*config'",
  ].join('|')})[^\\n]*$`,
  'im',
)

/**
 * Tells in git's own words that it refuses the repository as a whole, with the remedy that it names: whoever took that
 * for "there is nothing" would deny a history that is there. Undefined where git says anything else.
 */
export function refusalIn(err: string): Problem | undefined {
  const found = refusal.exec(err)
  if (found === null) return undefined
  const sentence = clean(found[0].replace('fatal: ', '')).replace(/[.:]$/, '')
  const rest = err.slice(found.index + found[0].length).split('\n')
  const remedy = rest.map((line) => clean(line).trim()).filter((line) => line !== '')
  return new Problem('git-refuses', `Git refuses this repository: ${sentence}.`, {
    hint: remedy.length > 0 ? remedy.join('\n') : '`git status` says the same; ctx works once that is mended.',
  })
}
