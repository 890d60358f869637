// Stands in for `@neon-rs/load`: names the native package of libsql for this machine.
const { familySync, MUSL } = require('./libc.cjs')

const { platform, arch } = process
const targets = {
  darwin: () => `darwin-${arch}`,
  win32: () => `win32-${arch}-msvc`,
  linux: () => `linux-${arch}-${arch === 'arm' ? 'gnueabihf' : familySync() === MUSL ? 'musl' : 'gnu'}`,
}

exports.currentTarget = () => targets[platform]?.() ?? `${platform}-${arch}`

// libsql itself is never built here.
exports.load = () => null
