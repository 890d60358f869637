import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the program once before the tests, which run it as a person would. */
export default function build(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.js')], { stdio: 'inherit' })
}
