/** Asks a question on a terminal; elsewhere the answer is no. */
export async function consent(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return false
  const { createInterface } = await import('node:readline/promises')
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } catch {
    // Ctrl-C and Ctrl-D are a no.
    return false
  } finally {
    asking.close()
  }
}
