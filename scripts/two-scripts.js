// Makes two scripts of the ES modules that a bundler split a program into: what is needed often, and the rest.
import { basename } from 'node:path'
import { Script } from 'node:vm'
import { initSync, parse } from 'es-module-lexer'

/** @typedef {{ path: string, text: string }} Module as esbuild writes it with `splitting`: it exports at its end, all at once */

/**
 * Each module is a function that runs when it is first asked for. Of one that never ran V8 keeps nothing of what is inside, while
 * a bundle in one scope makes all of its functions whenever the program starts. What a module imports becomes constants of its
 * function, so nothing that is exported may change, and no two modules may import one another.
 *
 * Both scripts evaluate to a function. The first takes what a CommonJS module is given, and what evaluates the second; it starts
 * the program.
 *
 * @param {readonly Module[]} modules
 * @param {{ entry: string, isOften: (file: string) => boolean, before: string }} options the file to start with, which are needed
 *   often, and what stands before the modules of both
 */
export function twoScripts(modules, { entry, isOften, before }) {
  initSync()
  const functionsOf = (/** @type {boolean} */ often) =>
    modules
      .filter(({ path }) => isOften(basename(path)) === often)
      .map(({ path, text }) => `"${nameOf(path)}"(){${bodyOf(text)}}`)
      .join(',\n')
  const often = `(function(require,__filename,__dirname,rest){"use strict";${before}
const modules={
${functionsOf(true)}
};
const loaded=new Map();
const load=(name)=>{
if(!name.startsWith("#"))return require(name);
if(!loaded.has(name)){
if(modules[name]===undefined)Object.assign(modules,rest()(require,__filename,__dirname,load,later));
loaded.set(name,undefined);
loaded.set(name,modules[name]())
}
return loaded.get(name)
};
const later=async(name)=>load(name);
load("${nameOf(entry)}")
})`
  const rest = `(function(require,__filename,__dirname,load,later){"use strict";${before}
return{
${functionsOf(false)}
}})`
  // What cannot be read fails here, and not with whoever runs it.
  for (const text of [often, rest]) void new Script(text)
  return { often, rest }
}

const nameOf = (/** @type {string} */ path) => `#${basename(path, '.js')}`

/** A module by our name of it, and any other as it is. @param {string | undefined} from */
const spelled = (from = '') => JSON.stringify(/^\.\/.*\.js$/.test(from) ? nameOf(from) : from)

/**
 * The body of a function that returns what the module exports.
 *
 * @param {string} text
 * @throws {Error} where it imports what is only known when it runs, or asks where it is itself
 */
function bodyOf(text) {
  const [imports, exports] = parse(text)
  const odd = imports.find(({ d, n }) => d === -2 || n === undefined)
  if (odd !== undefined) throw new Error(`This is no import by name: ${text.slice(odd.ss, odd.se)}`)
  const constants = imports.flatMap(({ d, n, ss, s }) => (d === -1 ? [constantsOf(text.slice(ss, s - 1), n)] : []))
  // Esbuild exports last, all at once.
  const byName = text.search(/\bexport\{[^{}]*\};?\s*$/)
  const end = exports.length === 0 ? text.length : byName === -1 ? text.lastIndexOf('export default ') : byName
  const given =
    byName === -1 && exports.length > 0
      ? `default:${text.slice(end + 'export default '.length).replace(/;\s*$/, '')}`
      : exports.map(({ n, ln = n }) => `${n}:${ln}`).join()
  let body = text.slice(0, end)
  for (const { d, n, ss, se } of imports.toReversed())
    body = body.slice(0, ss) + (d === -1 ? body.slice(se).replace(/^;/, '') : `later(${spelled(n)})${body.slice(se)}`)
  return `${constants.join('')}${body}return{${given}}`
}

/** @param {string} statement up to the name of the module @param {string | undefined} from */
function constantsOf(statement, from) {
  const named = /^import\s*(?:\*\s*as\s+)?(.*?)\s*(?:from\s*)?$/s.exec(statement)?.[1] ?? ''
  if (/^[\w$]+\s*,/.test(named)) throw new Error(`This imports a default and names at once: ${statement}`)
  const loading = `load(${spelled(from)});`
  return named === '' ? loading : `const ${named.replace(/([\w$]+) as ([\w$]+)/g, '$1:$2')}=${loading}`
}
