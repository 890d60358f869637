import { statSync } from 'node:fs'
import { clean } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import type { Ctx } from '../context.ts'
import { appendTo, removeFile } from './disk.ts'
import { logFile } from './state.ts'

const mostLog = 256 * 1024

/** Writes what went wrong to the log that `ctx doctor` points to; it starts anew when it grows too long. */
export function noteInLog(ctx: Ctx, text: string): void {
  const path = logFile(ctx.place)
  const within = { below: ctx.place.commonDir }
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > mostLog) removeFile(path, within)
  appendTo(path, `${ctx.now().toISOString()} ${clean(redact(text))}\n`, within)
}
