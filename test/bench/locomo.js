// @ts-check
// LoCoMo (Maharana et al., 2024) as knowledge: a conversation is a domain, a session a topic, a turn an entry.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {{ path: string, title: string, content: string, at: string }} Turn
 * @typedef {{ text: string, category: number, gold: readonly string[] }} Question
 * @typedef {{ id: string, turns: readonly Turn[], questions: readonly Question[] }} Conversation
 */

/** Where the material lies beside the project; it is measured with, and never copied. */
const locomoFile = join(import.meta.dirname, '../../../shared/data/locomo-part.json')

/**
 * Reads the conversations; undefined where the file is not there.
 * @param {string} [file]
 * @returns {readonly Conversation[] | undefined}
 */
export const readLocomo = (file = locomoFile) =>
  existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).map(toConversation) : undefined

/**
 * @param {{ sample_id: string, conversation: Record<string, any>, qa: readonly any[] }} sample
 * @returns {Conversation}
 */
function toConversation({ sample_id: id, conversation, qa }) {
  const turns = sessionsOf(conversation).flatMap((session) => {
    const at = toIso(conversation[`session_${session}_date_time`])
    return conversation[`session_${session}`].map((/** @type {any} */ turn) => ({
      name: turn.dia_id,
      path: `${id.toLowerCase()}/session_${session}/${turn.dia_id.toLowerCase().replace(':', '_')}.md`,
      title: turn.speaker,
      content: [turn.text, turn.blip_caption].filter(Boolean).join('\n'),
      at,
    }))
  })
  const pathOf = new Map(turns.map(({ name, path }) => [name, path]))
  const questions = qa.map(({ question, category, evidence }) => ({
    text: question,
    category,
    gold: [...new Set((evidence ?? []).flatMap((/** @type {string} */ ids) => ids.split(/[;,\s]+/)))].flatMap(
      (name) => pathOf.get(name) ?? [],
    ),
  }))
  return { id, turns, questions: questions.filter(({ gold }) => gold.length > 0) }
}

/** @param {Record<string, unknown>} conversation */
const sessionsOf = (conversation) =>
  Object.keys(conversation)
    .flatMap((key) => /^session_(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)

const months = 'january february march april may june july august september october november december'.split(' ')

/**
 * `1:56 pm on 8 May, 2023` is `2023-05-08T13:56:00Z`.
 * @param {string} text
 */
function toIso(text) {
  const [, hour, minute, half, day, month = '', year] = /(\d+):(\d+) ([ap]m) on (\d+) (\w+), (\d+)/.exec(text) ?? []
  const two = (/** @type {number} */ value) => String(value).padStart(2, '0')
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0)
  return `${year}-${two(months.indexOf(month.toLowerCase()) + 1)}-${two(Number(day))}T${two(hours)}:${minute}:00Z`
}

/**
 * Writes a turn, or anything else that was said at some time about some files, as an entry of knowledge.
 * @param {{ title: string, content: string, at: string, files?: readonly string[] }} said
 */
export const toEntry = ({ title, content, at, files = [] }) => `---
title: ${JSON.stringify(title)}
createdAt: ${at}
updatedAt: ${at}
---
${files.length === 0 ? '' : `\n## Raw Concept\n**Files:**\n${files.map((file) => `- ${file}\n`).join('')}`}
## Narrative
### Structure
${content.replace(/^#/gm, '\\#')}
`
