/** A release as the heading of its part of a changelog says it. */
export type ReleaseHeading = {
  /** Its number, '' where it is not released yet. */
  readonly release: string
  /** Its day, `2023-09-20`, '' where the heading does not say it. */
  readonly day: string
}

/**
 * `## [1.2.0]`, `Version 1.2.0`, `## <small>[8.2.2](…)</small>` (vite), `# Release rayon 1.11.0 / rayon-core 1.13.0 (2025-08-12)`;
 * the guide to a release is none: `## 0.5 Migration Guide` (mdBook).
 */
const numbered =
  /^(?:#{1,3}|=+)?\s*(?:<small>)?\[?(?:version |release (?:[\w-]{1,30} )?)?v?(\d+\.\d(?:[\w.+-]*\w)?)\.?\]?(?:\s(?!\s*migration guide)|\(|$)/i
/** With what the list is of: `# Changelog for restic 0.19.1 (2026-07-05)`. */
const listOf =
  /^(?:#{1,3}\s+)?(?:change ?log|changes|release notes) (?:for|in|of) (?:[\w-]{1,30} )?(?:release |version )?v?(\d+\.\d[\w.+-]*)(?:\s+\([^()]{1,40}\))?\s*$/i
/** Where no heading is marked, it is a line of its own in bold: `**4.9.0**` (anyio). */
const bold = /^\*\*v?(\d+\.\d[\w.+-]*)\*\*(?:\s+\([^()]*\))?\s*$/i
/** Or a line of its own with its day: `v10.9.0 - August 21, 2026` (eslint). */
const dated = /^v(\d+\.\d[\w.+-]*) [-–] (?:[A-Z][a-z]{2,8} \d{1,2}, \d{4}|\d{4}-\d\d-\d\d)\s*$/
/** The project by its name before the number: `## mdBook 0.5.4`, `# Prost version 0.14.4`, `### Gin v1.4.0`, `Trio 0.31.0 (2025-09-09)`. */
const named = /^(?:#{1,3}\s+)?([a-z][\w-]{0,30}) (?:version )?v?(\d+\.\d[\w.+-]*)(?:\s+\(.*\))?\s*$/i
/** A heading may be underlined instead of marked. */
const underline = /^(?:={3,}|-{3,})$/

/** What heads the changes that no release has yet. */
export const unreleased = /^(?:#{1,3}\s+\[?(?:unreleased|next|main|master|HEAD)\b|\*\*unreleased\*\*\s*$)/i

/**
 * Reads which lines of a changelog head a release. A name is the project's where it heads several, and no release without one stands
 * as high: below `## 2.1.0`, `### Python 3.13` is about Python.
 */
export function releasesIn(lines: readonly string[]): (at: number) => string | undefined {
  const found = new Map<number, string>()
  const byName = new Map<string, { readonly at: number; readonly release: string; readonly level: number }[]>()
  let shallowest = Number.POSITIVE_INFINITY
  for (const [at, line] of lines.entries()) {
    const level = levelOf(line, lines[at + 1])
    if (level === 0) continue
    const [, release] = numbered.exec(line) ?? listOf.exec(line) ?? []
    const [, name = '', ofName = ''] = release === undefined ? (named.exec(line) ?? []) : []
    if (release !== undefined) {
      found.set(at, release)
      shallowest = Math.min(shallowest, level)
    } else if (name !== '') {
      const headings = byName.get(name.toLowerCase()) ?? []
      headings.push({ at, release: ofName, level })
      byName.set(name.toLowerCase(), headings)
    }
  }
  if (found.size === 0 && byName.size === 0)
    return (at) => (bold.exec(lines[at] ?? '') ?? dated.exec(lines[at] ?? ''))?.[1]
  for (const headings of byName.values())
    if (headings.length > 1)
      for (const { at, release, level } of headings) if (level <= shallowest) found.set(at, release)
  return (at) => found.get(at)
}

/** How deep a heading is, from 1; 0 of a line that is none. */
const levelOf = (line: string, next = ''): number =>
  line.startsWith('#') ? (/^#+/.exec(line)?.[0].length ?? 1) : underline.test(next) ? (next.startsWith('=') ? 1 : 2) : 0

/** What a heading says of a release, without a number of what is not released. */
export const headingOf = (line: string, release = ''): ReleaseHeading => ({
  release,
  day: /\b\d{4}-\d\d-\d\d\b/.exec(line)?.[0] ?? '',
})
