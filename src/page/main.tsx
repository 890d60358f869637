import { start } from './app.tsx'
import { liveSource } from './live.ts'

start(liveSource)
