import type { NameNow } from '../code/code-names.ts'
import type { CommitAnalysis } from '../commit-analysis.ts'

// A module is called after its file, and no line of code need spell it: whoever reads `trio.hazmat` looks for
// `trio/hazmat.py`.

/**
 * The modules of which a text names something: `trio.hazmat` of `trio.hazmat.notify_closing`. What stands last may be a name
 * of the module before it: there is a `flask.session`, though `flask/session.py` is gone.
 */
export const modulesIn = (text: string): readonly string[] => [
  ...new Set((text.match(qualified) ?? []).flatMap((name) => pairsOf(name.split('.').slice(0, -1)))),
]

const qualified = /\b[A-Za-z_]\w{1,60}(?:\.[A-Za-z_]\w{1,60}){2,5}/g

/** Lets a name that is a module's be lost where some commits moved or deleted its file, and no file there is called so. */
export function withLostModules(
  nameNow: NameNow,
  analyses: readonly CommitAnalysis[],
  there: ReadonlySet<string> | undefined,
): NameNow {
  if (there === undefined) return nameNow
  // `pkg/_socket.py` may be known as `pkg.socket`.
  const now = new Set([...there].flatMap(modulesOf).flatMap((module) => [module, module.replace('._', '.')]))
  const left = analyses.flatMap(({ deleted, moves }) => [...deleted, ...moves.map(({ about }) => about)])
  const lost = new Set(left.flatMap(ownModule).filter((module) => !now.has(module)))
  return lost.size === 0 ? nameNow : (name) => (lost.has(name) ? 'lost' : nameNow(name))
}

/** A file of Python by its folder and name: only there does a path say how a module is called. */
const ownModule = (path: string): readonly string[] => (/\.pyi?$/.test(path) ? modulesOf(path).slice(-1) : [])

/** Each folder, and the file, by what they are called behind the folder that they are in; `trio/hazmat/__init__.py` is `trio.hazmat`. */
const modulesOf = (path: string): readonly string[] => pairsOf(path.replace(/(?:\/__init__)?\.pyi?$/, '').split('/'))

/** Each part with the one before it. */
const pairsOf = (parts: readonly string[]): readonly string[] =>
  parts.slice(1).map((part, at) => `${parts[at]}.${part}`)
