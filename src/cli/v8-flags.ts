import { setFlagsFromString } from 'node:v8'

/** Sets V8 to read a long history: tens of thousands of commits, of whose diffs nothing is kept. */
export function setForHistory(): void {
  // Collects garbage once the heap is a third larger than what is alive in it. Left alone, V8 waits on a machine with much
  // memory until it is three times as large, which saves no time here.
  setFlagsFromString('--heap-growing-percent=30')
  // Compiles a function for speed once it ran this often (in units of bytecode; 67,584 unless told). Much of what is compiled in
  // the first seconds is thrown away again: a tenth of the time of fastify, caddy, click and httpx.
  if (hasInterruptBudget) setFlagsFromString('--interrupt-budget=300000')
}

/** Later versions than that of Node 20 have other flags, and complain of this one. */
const hasInterruptBudget = Number.parseInt(process.versions.v8, 10) <= 11
