import { parse } from 'yaml'

/**
 * Reads YAML that may be hostile as plain data: no aliases, which could make a small file a large value, and no types beside
 * those of the core schema. It warns of nothing: what cannot be read is thrown.
 */
export const parseYaml = (text: string): unknown => parse(text, { schema: 'core', maxAliasCount: 0, logLevel: 'error' })
