import { findNodeAtLocation, type Node } from 'jsonc-parser'
import { type HookPlan, ourHook } from './hooks.ts'
import { addTo, isSame, objectIn, styleOf, without, writtenAs } from './json-text.ts'

type InLists = Extract<HookPlan, { listed: unknown }>

/**
 * Writes our hooks into the lists of an agent's settings; not a byte of anything else changes, and those that an older
 * ctx wrote go. Undefined where the text is not what that agent could read.
 */
export function registerHooks(text: string, plan: InLists): string | undefined {
  const begun = text.trim() === '' ? plan.begin || '{}\n' : text
  if (isWhole(begun, plan)) return begun
  const clean = unregisterHooks(begun, plan)
  return plan.listed.reduce<string | undefined>(
    (before, listed) => (before === undefined ? undefined : appended(before, listed)),
    clean,
  )
}

/** Takes our hooks out again, with the lists in which nothing else is left. */
export function unregisterHooks(text: string, { listed }: InLists): string | undefined {
  if (text.trim() === '') return text
  if (objectIn(text) === undefined) return undefined
  return listed.toReversed().reduce((before, { event }) => withoutOurs(before, event), text)
}

const eventIn = (text: string, event: string): Node | undefined => {
  const root = objectIn(text)
  return root === undefined ? undefined : findNodeAtLocation(root, ['hooks', event])
}

const oursIn = (text: string, list: Node | undefined): readonly Node[] =>
  list?.type !== 'array'
    ? []
    : (list.children ?? []).filter(({ offset, length }) => text.slice(offset, offset + length).includes(ourHook))

/** Whether just what we would write stands there already. */
const isWhole = (text: string, { listed }: InLists): boolean =>
  listed.every(({ event, entry }) => {
    const wanted = listed.filter((other) => other.event === event)
    const ours = oursIn(text, eventIn(text, event))
    return ours.length === wanted.length && ours.some((node) => isSame(text, node, entry))
  })

function withoutOurs(text: string, event: string): string {
  const list = eventIn(text, event)
  const last = oursIn(text, list).at(-1)
  if (list === undefined || last === undefined) return text
  const isAlone = list.children?.length === 1
  const events = list.parent?.parent
  const isLastEvent = events?.children?.length === 1
  const gone = !isAlone ? last : isLastEvent ? events?.parent : list.parent
  return withoutOurs(without(text, gone), event)
}

function appended(text: string, { event, entry }: InLists['listed'][number]): string | undefined {
  const root = objectIn(text)
  if (root === undefined) return undefined
  const style = styleOf(text)
  const hooks = findNodeAtLocation(root, ['hooks'])
  const list = findNodeAtLocation(root, ['hooks', event])
  if ((hooks !== undefined && hooks.type !== 'object') || (list !== undefined && list.type !== 'array'))
    return undefined
  if (list !== undefined) return addTo(text, list, { what: writtenAs(entry, style, 3), level: 3, style })
  const named = (value: unknown, level: number): string => `${JSON.stringify(event)}: ${writtenAs(value, style, level)}`
  if (hooks !== undefined) return addTo(text, hooks, { what: named([entry], 2), level: 2, style })
  return addTo(text, root, { what: `"hooks": ${writtenAs({ [event]: [entry] }, style, 1)}`, level: 1, style })
}
