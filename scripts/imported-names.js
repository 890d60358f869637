import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ImportNameKind, parseSync, Visitor } from 'oxc-parser'

/**
 * The names that sources below a folder import of some modules, and those that they use of one imported whole
 * (`import * as z`, `z.string`); types left aside.
 * @param {string} folder @param {readonly string[]} modules
 */
export function namesImported(folder, modules) {
  /** @type {Map<string, Set<string>>} */
  const names = new Map(modules.map((name) => [name, new Set()]))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    const { module, program } = parseSync(file, readFileSync(join(folder, file), 'utf8'))
    /** @type {Map<string, Set<string>>} */
    const whole = new Map()
    for (const { moduleRequest, entries } of module.staticImports) {
      const wanted = names.get(moduleRequest.value)
      if (wanted === undefined) continue
      for (const { importName, localName, isType } of entries)
        if (isType) continue
        else if (importName.kind === ImportNameKind.NamespaceObject) whole.set(localName.value, wanted)
        else wanted.add(importName.name ?? 'default')
    }
    if (whole.size > 0) usedOf(whole, program)
  }
  return names
}

/** Notes what a program uses of modules that it imported whole. */
const usedOf = (/** @type {Map<string, Set<string>>} */ whole, /** @type {import('oxc-parser').Program} */ program) =>
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && property.type === 'Identifier') whole.get(object.name)?.add(property.name)
    },
  }).visit(program)
