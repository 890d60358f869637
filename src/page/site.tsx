import { start } from './app.tsx'
import { siteSource } from './site-source.ts'

start(siteSource)
