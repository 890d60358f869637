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
    if (whole.size > 0 || module.dynamicImports.length > 0) usedOf(program, { whole, names })
  }
  for (const [name, used] of names)
    if (used.size === 0) throw new Error(`Nothing imports ${name}, or in a way that is not understood here.`)
  return names
}

/**
 * Notes what a program uses of modules that it imported whole, and takes out of those that it imports while it runs
 * (`const { execa } = await import('execa')`).
 * @param {import('oxc-parser').Program} program
 * @param {{ whole: Map<string, Set<string>>, names: Map<string, Set<string>> }} known
 */
const usedOf = (program, { whole, names }) =>
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && property.type === 'Identifier') whole.get(object.name)?.add(property.name)
    },
    VariableDeclarator({ id, init }) {
      if (init?.type !== 'AwaitExpression' || init.argument.type !== 'ImportExpression') return
      const { source } = init.argument
      if (id.type !== 'ObjectPattern' || source.type !== 'Literal') return
      for (const property of id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          names.get(String(source.value))?.add(property.key.name)
    },
  }).visit(program)
