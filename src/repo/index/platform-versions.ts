import type { PlatformVersion } from '../../curate/code/platforms.ts'
import type { VersionNeeded } from '../../search/versions-asked.ts'
import type { Database } from './database.ts'

/** Versions that are kept of one commit, and in all: a small clone may name any number. */
const mostKept = { ofCommit: 20, all: 20_000 }

/** Notes which versions of platforms the manifests of a commit need. */
export function addPlatformVersions(database: Database, id: string | number, needs: readonly PlatformVersion[]): void {
  if (needs.length === 0) return
  const room = mostKept.all - Number(database.rows('SELECT count(*) FROM log_needs')[0]?.[0] ?? 0)
  for (const { platform, path, value, before } of needs.slice(0, Math.max(0, Math.min(room, mostKept.ofCommit))))
    void database.run(
      'INSERT INTO log_needs (platform, path, value, before, id) VALUES (?, ?, ?, ?, ?)',
      platform,
      path,
      value,
      before,
      id,
    )
}

/** Finds what manifests of this history said of a platform, oldest first. */
export const platformVersions = (database: Database, platform: string): readonly VersionNeeded[] =>
  database
    .rows(
      `SELECT path, value, before, sha FROM log_needs JOIN log USING (id) WHERE platform = ? AND hidden = 0 ORDER BY id`,
      platform,
    )
    .map(([path, value, before, sha]) => ({
      path: String(path),
      value: String(value),
      before: String(before),
      commit: String(sha),
    }))
