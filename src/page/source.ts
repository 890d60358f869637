import type { Attention } from '../view/attention.ts'
import type { Catalogue } from '../view/catalogue.ts'
import type { KnowledgeGraph } from '../view/connections.ts'
import type { EntryPage } from '../view/entry-page.ts'
import type { TimelineItem } from '../view/timeline.ts'
import type { Review } from '../review/report.ts'
import type { LessonHit } from '../search/lesson-hit.ts'
import type { Brain } from '../verbs/brain.ts'
import type { Edited, EntrySource } from '../verbs/edit.ts'
import type { Gap } from '../verbs/gaps.ts'
import type { LogItem } from '../verbs/log.ts'

/** What a question gets; without `isKnown`, the hits are merely the nearest. */
export type PageAnswer = {
  readonly hits: readonly LessonHit[]
  readonly isKnown: boolean
  readonly unknown: readonly string[]
  readonly isWhole: boolean
}

/** Where the page has its data from: a server on this machine, or files beside it. */
export type PageSource = {
  readonly ask: (text: string, how: { isTyping: boolean; signal: AbortSignal }) => Promise<PageAnswer>
  readonly catalogue: () => Promise<Catalogue>
  readonly timeline: () => Promise<readonly TimelineItem[]>
  readonly graph: () => Promise<KnowledgeGraph>
  readonly attention: () => Promise<Attention & { readonly gaps: readonly Gap[] }>
  readonly brain: () => Promise<Brain>
  readonly entry: (path: string) => Promise<EntryPage>
  /** What only a server can: history, writing, review, and saying when something is new. */
  readonly live: Live | undefined
}

/** What a person decides about an entry on its page. */
export type Verdict = 'approve' | 'deprecate' | 'archive' | 'restore'

/** What only a server can do: a published page has none of it. */
export type Live = {
  readonly history: (path: string) => Promise<readonly LogItem[]>
  readonly text: (path: string) => Promise<EntrySource>
  readonly save: (source: EntrySource) => Promise<Edited>
  readonly decide: (path: string, verdict: Verdict, supersededBy?: string) => Promise<void>
  readonly review: (range: string) => Promise<Review>
  readonly reject: (path: string, range: string) => Promise<void>
  /** Calls back when the tree has changed, and when the server is gone or is there again; gives what ends it. */
  readonly watch: (on: { change: () => void; connected: (isThere: boolean) => void }) => () => void
}

/** Something that a person can do something about, told as the server tells it. */
export class PageFault extends Error {
  readonly code: string
  readonly hint: string

  constructor(code: string, message: string, hint = '') {
    super(message)
    this.code = code
    this.hint = hint
  }
}
