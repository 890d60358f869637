import { bulletsIn } from '../../src/curate/message/changelog.ts'

/** The lines of a changelog with two releases, one of which breaks something. */
export const twoReleases = bulletsIn([
  '# Changelog',
  '## 0.20.0 (13th October, 2021)',
  '### Changed',
  '* Redirects are not followed by default, which is safer. (Pull #1808)',
  '## 0.19.0',
  '- **breaking:** `Router::nest` panics on an',
  '  empty path ([#12])',
])
