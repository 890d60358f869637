import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What we write between our markers, and the first eight hex digits of its SHA-256, by which an edit is noticed. */
export type HookBlock = { readonly hash: string; readonly text: string }

const version = 1

/**
 * Our markers. The flag says how uninstalling finds the way back: `made` when we made the file, `joined` when we ended
 * its last line.
 */
export const beginsHookBlock = /^# >>> ctx (\d+) ([0-9a-f]{8})(?: (made|joined))? >>>.*$/m

/** Where our block stands in the text of a hook, the end of its last line included; undefined where there is none. */
export function blockIn(text: string): { readonly from: number; readonly to: number } | undefined {
  const from = text.search(beginsHookBlock)
  const last = text.indexOf('# <<< ctx <<<', from)
  if (from === -1 || last === -1) return undefined
  const end = text.indexOf('\n', last)
  return { from, to: end === -1 ? text.length : end + 1 }
}

/** Puts a block between its markers. */
export const hookMarks = ({ hash, text }: HookBlock, { flag }: { flag: string }): string =>
  `# >>> ctx ${version} ${hash}${flag === '' ? '' : ` ${flag}`} >>> added by ctx; \`ctx uninstall\` takes it out\n${text}# <<< ctx <<<\n`

/**
 * Composes a hook: the common part and its own, in a subshell, so that nothing outside changes: neither variables nor
 * the exit code that the commands before us left, nor what standard input still holds.
 */
export function blockFor(name: string, source: string, program: { node: string; main: string } | undefined): HookBlock {
  const quote = (path: string): string => path.replaceAll("'", String.raw`'\''`)
  const common = readFileSync(join(source, 'prelude.sh'), 'utf8')
    .replace('@node@', () => quote(program?.node ?? ''))
    .replace('@main@', () => quote(program?.main ?? ''))
  const own = readFileSync(join(source, name), 'utf8')
  const body = `(\n${common}\n${own})`
  const text = `ctx_status=$?\n${told.includes(name) ? keepingInput(body) : `if ${wanted}${guards[name] ?? ''}; then ${body} || :; fi`}\n${givingStatusBack}\n`
  return { hash: createHash('sha256').update(text).digest('hex').slice(0, 8), text }
}

// A function rather than a subshell: it costs no process, and this runs at every pick of a rebase.
const givingStatusBack = 'ctx_end() { return "$ctx_status"; }\nctx_end'

const wanted = '[ "${CTX_HOOKS-1}" != 0 ] && [ -z "${CI-}" ]'

// These run once for each pick of a rebase: there, not even a subshell is started.
const calm = ' && [ ! -d .git/rebase-merge ] && [ ! -d .git/rebase-apply ]'
const guards: Readonly<Record<string, string>> = { 'post-commit': calm, 'prepare-commit-msg': calm }

/** Hooks that git tells something on standard input. */
const told: readonly string[] = ['post-rewrite', 'pre-push']

/** What follows us, an `exec` say, must be able to read it too. */
const keepingInput = (body: string): string =>
  [
    'ctx_input=$(while IFS= read -r ctx_line; do printf "%s\\n" "$ctx_line"; done)',
    `if ${wanted}; then ${body} <<CTX_INPUT || :`,
    '$ctx_input',
    'CTX_INPUT',
    'fi',
    'if [ -n "$ctx_input" ]; then exec <<CTX_INPUT',
    '$ctx_input',
    'CTX_INPUT',
    'fi',
  ].join('\n')
