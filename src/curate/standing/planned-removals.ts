import { anyOf } from '../../text/alternatives.ts'
import type { Evidence } from '../evidence/types.ts'
import type { Outcome } from './outcome-of.ts'
import type { Bullet } from '../message/changelog.ts'

/** A release by the parts of its number, [] for none. */
export type Release = readonly number[]

/** The newest release of a project that its changelogs and manifests name. */
export function newestRelease(changelog: readonly Bullet[], manifests: readonly string[]): Release {
  const named = [
    ...changelog.map(({ release }) => release),
    ...manifests.flatMap((text) => version.exec(text)?.[1] ?? []),
  ]
  return named.map(releaseOf).reduce((newest, one) => (isBefore(newest, one) ? one : newest), [])
}

const version = /^\s{0,8}"?version"?\s{0,4}[:=]\s{0,4}"v?(\d{1,5}\.[\d.]{1,20})"/m

/**
 * Whether a text says that something will go in a release that is there already: what it warned of came, or was given up
 * ("will be removed in urllib3 v2.1.0", urllib3 19582a1f; "should be removed in 5.x", ws 053a3220).
 */
export function isOverdue(text: string, newest: Release): boolean {
  const [, name = '', number = ''] = planned.exec(text) ?? []
  return number !== '' && newest.length > 0 && !platforms.test(name) && !isBefore(newest, releaseOf(number))
}

const releaseNumber = String.raw`v?(\d{1,4}(?:\.(?:\d{1,4}|x)){0,3})`
/** "will be removed in version 3.0", "to be dropped with Python 3.8", with the name and the number. */
const planned = anyOf('i')`
  \b(?:will|should|to) (?:then )?be (?:dropped|gone|removed) (?:
    in|with|by
  ) (?:(?:the|version|release) ){0,2}(?:([A-Za-z][\w.-]{1,30}) )?(?:version )?${releaseNumber}\b
`

/** Their releases are none of the project's. */
const platforms = anyOf('i')`
  ^(?:
    c?python|pypy|node(?:\.?js)?|go|rust|ruby|java|php|npm|openssl|chrome|firefox|safari|windows|macos
    january|february|march|april|may|june|july|august|september|october|november|december
  )$
`

const releaseOf = (text: string): Release => (text.match(/\d{1,9}/g) ?? []).slice(0, 3).map(Number)

/** Whether the first of two releases came before the second; parts that are not said are 0. */
function isBefore(one: Release, other: Release): boolean {
  const at = [0, 1, 2].find((part) => (one[part] ?? 0) !== (other[part] ?? 0))
  return at !== undefined && (one[at] ?? 0) < (other[at] ?? 0)
}

/** What became of a lesson once more: of what holds, what a release was to end, or a later version of a dependency ended, holds partly. */
export function withEnds(
  now: Outcome,
  { about, text }: Evidence,
  { by, newest = [] }: { readonly by: string | undefined; readonly newest: Release | undefined },
): Outcome {
  const isOpen = now.status === 'current' || now.status === 'reworked'
  if (isOpen && isOverdue(`${about}. ${text}`, newest))
    return { status: 'partly', supersededBy: now.status === 'reworked' ? [] : now.supersededBy }
  return isOpen && by !== undefined ? { status: 'partly', supersededBy: [by] } : now
}
