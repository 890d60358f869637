// @ts-check
// What `ctx select` pulls out of an exported skill: asked in a sentence of an entry, does it pull that entry, and how much beside it?
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { plainRow } from './measure.js'
import { cloneRepository } from './repository.js'

/** @typedef {{ readonly id: string, readonly text: string }} Chunk */

/** The sentences of an entry that a request can be made of. @type {Record<string, (text: string) => readonly string[]>} */
const requests = {
  'the subject of a commit': (text) =>
    [...text.matchAll(/^- [0-9a-f]{40} (.{15,})$/gm)].map(([, subject = '']) => subject),
  'a rule': (text) => listIn(text, /### Rules\n([^]*?)(?=\n#|$)/),
  'a fact': (text) => listIn(text, /## Facts\n([^]*?)(?=\n## |$)/),
}

/** @param {string} text @param {RegExp} section */
const listIn = (text, section) =>
  [...(section.exec(text)?.[1] ?? '').matchAll(/^- (.{25,}?)(?: \[\w+\])?(?: \([0-9a-f, ]+\))?$/gm)].map(
    ([, line = '']) => line,
  )

/**
 * @param {import('./repository.js').Bench} bench
 * @param {{ history: string }} options
 */
export async function measureSkill(bench, { history }) {
  const { root, env, ctx } = cloneRepository(bench, history, 'skill')
  ctx('init', '--no-hooks', '--history')
  const out = join(root, 'skill-of-bench')
  execFileSync(process.execPath, [bench.program, 'export', 'skill', '--out', out], { cwd: root, env, stdio: 'ignore' })
  const chunks = readdirSync(join(out, 'chunks')).map((name) => ({
    id: name.replace(/\.md$/, ''),
    text: readFileSync(join(out, 'chunks', name), 'utf8'),
  }))
  const { selectChunks } = await import(pathToFileURL(bench.library).href)
  const all = chunks.reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0)
  const map = Math.ceil(readFileSync(join(out, 'tree.json'), 'utf8').length / 4)
  const rows = Object.entries(requests).map(([what, pick]) => {
    const asked = chunks.flatMap(({ id, text }) =>
      pick(text)
        .slice(0, 1)
        .map((request) => ({ id, request })),
    )
    const found = asked.map(({ id, request }) => ({ id, got: selectChunks(out, request) }))
    const hit = found.filter(({ id, got }) => got.chunks.some((/** @type {Chunk} */ chunk) => chunk.id === id)).length
    const shares = found.map(({ got }) => (100 * got.tokens) / all)
    return plainRow(`share of a skill that ctx select pulls for ${what} (${asked.length} requests)`, shares, {
      unit: '%',
      result: `right chunk in ${((100 * hit) / Math.max(1, asked.length)).toFixed(1)} %`,
    })
  })
  return [
    plainRow(`tokens of the map beside those of ${chunks.length} chunks`, [(100 * map) / all], {
      unit: '%',
      result: `${map} of ${all}`,
    }),
    ...rows,
  ]
}
