// Required before ctx when a test wants the disk to fail: at the CTX_FAULT_AT-th call that changes a file, the disk is
// full (CTX_FAULT=full) or the process is killed (CTX_FAULT=kill). Every call is counted in CTX_FAULT_LOG.
const fs = require('node:fs')

const at = Number(process.env.CTX_FAULT_AT)
const changing = [
  'writeFileSync',
  'appendFileSync',
  'renameSync',
  'mkdirSync',
  'rmSync',
  'linkSync',
  'openSync',
  'rmdirSync',
  'fchmodSync',
  'utimesSync',
]
const original = Object.fromEntries(changing.map((name) => [name, fs[name]]))
let count = 0
// What is done to keep count, and what node does within a call, is no call of the program.
let isInside = false
// Files are written through what `openSync` gave: those descriptors stand for their paths.
const opened = new Map()
const pathOf = (file) => String(opened.get(file) ?? file)

for (const name of changing)
  fs[name] = (...args) => {
    const isRead =
      name === 'openSync' &&
      (args[1] === undefined || args[1] === 'r' || (typeof args[1] === 'number' && (args[1] & 3) === 0))
    if (isInside || isRead || !pathOf(args[0]).includes(process.env.CTX_FAULT_IN)) {
      const done = original[name](...args)
      if (name === 'openSync') opened.delete(done)
      return done
    }
    isInside = true
    try {
      count++
      original.appendFileSync(process.env.CTX_FAULT_LOG, `${name} ${pathOf(args[0])}\n`)
      if (count === at && process.env.CTX_FAULT === 'kill') process.kill(process.pid, 'SIGKILL')
      // A full disk stays full; to remove something still works.
      if (count >= at && process.env.CTX_FAULT === 'full' && name !== 'rmSync' && name !== 'rmdirSync')
        throw Object.assign(new Error(`ENOSPC: no space left on device, ${name} '${pathOf(args[0])}'`), {
          code: 'ENOSPC',
        })
      const done = original[name](...args)
      if (name === 'openSync') opened.set(done, args[0])
      return done
    } finally {
      isInside = false
    }
  }
