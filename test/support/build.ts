import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

/** Builds the program once before the tests, which run it as a person would. */
export default function build({ provide }: TestProject): () => void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.js')], { stdio: 'inherit' })
  const templates = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-templates-')))
  provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}
