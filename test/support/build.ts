import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  // What tests are given by the run that they are part of.
  interface ProvidedContext {
    /** A folder for repositories that are copied instead of made anew; it is gone after the run. */
    readonly templates: string
  }
}

/** Builds the program once before the tests, which run it as a person would. */
export default function build({ provide }: TestProject): () => void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.js')], { stdio: 'inherit' })
  const templates = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-templates-')))
  provide('templates', templates)
  return () => rmSync(templates, { recursive: true, force: true })
}
