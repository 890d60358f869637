import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { operationsSchema } from '../curate/authored/shape.ts'
import { curateAuthored, readEvidence } from '../verbs/operations.ts'
import { curateSaid } from '../verbs/text.ts'
import { formatApplied } from './format-results.ts'
import { type Row, tool, ToolRefusal } from './tool.ts'

/** What agents write: operations, or a text that is filed for them. */
export const curateTool: Row = tool({
  name: 'ctx_curate',
  title: 'Write down what you learned',
  about:
    'Write knowledge that the code does not show: why, rules, limits, what was tried and dropped. Send operations, or "text" ("remember: …"), which is filed for you. Each operation has a reason and a status of its own; correct what failed. UPDATE an entry that is known: "retire" and "replace" name a fact, rule or lesson by its statement or commit. What people wrote or approved becomes a proposal. A quote must stand in the evidence; claims without one are kept as yours. Never write secrets, or what the code says plainly.',
  input: curateInput(),
  isReadOnly: false,
  // One of its operations is DELETE.
  isDestructive: true,
  run: async ({ ctx, client }, given) => {
    if ('text' in given) return formatApplied(await curateSaid(ctx, given, { by: client }))
    const { evidence, dryRun } = readEvidence(given)
    const done = await curateAuthored(ctx, given, { evidence, dryRun, by: client })
    if (done.applied.length > 0 && done.summary.failed === done.applied.length)
      throw new ToolRefusal(formatApplied(done))
    return formatApplied(done)
  },
})

/** Operations are judged one by one, each with its own status: the door only asks for an object. */
function curateInput(): StandardSchemaWithJSON<unknown, object> {
  const text = { type: 'string', maxLength: 1_000 }
  const schema = {
    type: 'object',
    properties: {
      ...operationsSchema.properties,
      text: { type: 'string', maxLength: 20_000, description: 'instead of operations: what to remember' },
      topic: { type: 'string', description: 'where to file the text, such as auth/tokens' },
      evidence: {
        type: 'object',
        description: 'what proves it: commits by any name git knows, tracked files',
        properties: {
          commits: { type: 'array', items: text, maxItems: 200 },
          files: { type: 'array', items: text, maxItems: 200 },
        },
      },
      dryRun: { type: 'boolean', description: 'try it, and write nothing' },
    },
    additionalProperties: false,
  }
  const jsonSchema = { input: () => schema, output: () => schema }
  const validate = (value: unknown) =>
    typeof value === 'object' && value !== null ? { value } : { issues: [{ message: 'It is no object.' }] }
  return { '~standard': { version: 1, vendor: 'ctx', validate, jsonSchema } }
}
