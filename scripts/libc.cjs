// Stands in for detect-libc, which would load half of Node to ask the same: which C library this Node was linked with.
const { closeSync, openSync, readSync } = require('node:fs')

exports.GLIBC = 'glibc'
exports.MUSL = 'musl'

/** The program header of an ELF file names its loader, `/lib/ld-musl-x86_64.so.1` or another; null where nobody knows. */
exports.familySync = () => {
  if (process.platform !== 'linux') return null
  const head = Buffer.alloc(2048)
  try {
    const file = openSync(process.execPath, 'r')
    readSync(file, head, 0, head.length, 0)
    closeSync(file)
  } catch {
    return null
  }
  return head.includes('/ld-musl-') ? exports.MUSL : exports.GLIBC
}
