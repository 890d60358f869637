/** A release as the heading of its part of a changelog says it. */
export type ReleaseHeading = {
  /** Its number, '' where it is not released yet. */
  readonly release: string
  /** Its day, `2023-09-20`, '' where the heading does not say it. */
  readonly day: string
}

/**
 * `## [1.2.0]`, `Version 1.2.0`, `# Release rayon 1.11.0 / rayon-core 1.13.0 (2025-08-12)`; the guide to a release is none:
 * `## 0.5 Migration Guide` (mdBook).
 */
const numbered =
  /^(?:#{1,3}|=+)?\s*\[?(?:version |release (?:[\w-]{1,30} )?)?v?(\d+\.\d[\w.+-]*)\]?(?:\s(?!migration guide)|\(|$)/i
/** The project by its name before the number: `## mdBook 0.5.4`, `# Prost version 0.14.4`, `### Gin v1.4.0`, `Trio 0.31.0 (2025-09-09)`. */
const named = /^(?:#{1,3}\s+)?[a-z][\w-]{0,30} (?:version )?v?(\d+\.\d[\w.+-]*)(?:\s+\(.*\))?\s*$/i
/** A heading may be underlined instead of marked. */
const underline = /^(?:={3,}|-{3,})$/

/** What heads the changes that no release has yet. */
export const unreleased = /^#{1,3}\s+\[?(?:unreleased|next|main|master|HEAD)\b/i

/** The release that a line heads, by what follows it; undefined where it is no such heading. */
export function releaseIn(line: string, next = ''): string | undefined {
  const isHeading = line.startsWith('#') || underline.test(next)
  return isHeading ? (numbered.exec(line)?.[1] ?? named.exec(line)?.[1]) : undefined
}

/** What a heading says of a release, without a number of what is not released. */
export const headingOf = (line: string, release = ''): ReleaseHeading => ({
  release,
  day: /\b\d{4}-\d\d-\d\d\b/.exec(line)?.[0] ?? '',
})
