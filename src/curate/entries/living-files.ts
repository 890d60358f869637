import type { Operation } from '../../tree/operations.ts'
import type { Layout } from '../filing/filing.ts'

/** After a long history, files that are not there any more are named by no entry, whatever single commits say of them. */
export function withLivingFiles(operations: readonly Operation[], { there }: Layout): readonly Operation[] {
  if (there === undefined) return operations
  return operations.map((operation) => {
    if (!('entry' in operation)) return operation
    const files = operation.entry.raw.files.filter((file) => there.has(file))
    return { ...operation, entry: { ...operation.entry, raw: { ...operation.entry.raw, files } } }
  })
}
