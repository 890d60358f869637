import type { Ctx } from '../repo/context.ts'
import { quoteJson } from '../text/quote.ts'
import { gaps } from '../verbs/gaps.ts'
import { lookAtTree, stampOfTree } from '../verbs/view.ts'
import { attentionOf } from '../view/attention.ts'
import { catalogueOf } from '../view/catalogue.ts'
import { graphOf } from '../view/connections.ts'
import { entryPage, type EntryPage, type EntryPages, entryPagesOf } from '../view/entry-page.ts'
import type { TreeLook } from '../view/look.ts'
import { timelineOf } from '../view/timeline.ts'
import type { WebReply } from './request.ts'
import { toDay } from '../tree/meta.ts'

const views = {
  catalogue: catalogueOf,
  timeline: timelineOf,
  graph: graphOf,
} as const

/** A view that is made once for each state of the tree. */
export type CachedView = keyof typeof views

/** What was made of one state of the tree: each view once, when it is first asked for. */
type Seen = {
  readonly stamp: string
  readonly look: TreeLook
  readonly texts: Map<CachedView, string>
  pages: EntryPages | undefined
}

const seen = new WeakMap<Ctx, Promise<Seen>>()

/** Shows a view of the tree; what is the same for whoever has it by this tag is not sent again. */
export async function viewReply(ctx: Ctx, name: CachedView, etags: string): Promise<WebReply> {
  const { stamp, look, texts } = await current(ctx)
  const etag = `"${stamp}"`
  if (etags.includes(etag)) return { status: 304, headers: { etag } }
  const text = texts.get(name) ?? quoteJson(views[name](look))
  texts.set(name, text)
  return { status: 200, json: text, headers: { etag } }
}

/** The page of one entry as it is now; undefined where there is none. */
export async function pageOfEntry(ctx: Ctx, path: string): Promise<EntryPage | undefined> {
  const now = await current(ctx)
  now.pages ??= entryPagesOf(now.look)
  return entryPage(path, now.look, now.pages)
}

/** What waits for a person, and the questions that found nothing. */
export async function attentionNow(ctx: Ctx): Promise<object> {
  const { look } = await current(ctx)
  return { ...attentionOf(look), gaps: await gaps(ctx) }
}

/** Looks at the tree again only where it has changed; whoever asks meanwhile waits for the same look. */
async function current(ctx: Ctx): Promise<Seen> {
  const stamp = `${await stampOfTree(ctx)}-${toDay(ctx.now())}`
  const before = await seen.get(ctx)?.catch(() => undefined)
  if (before?.stamp === stamp) return before
  const next = lookAtTree(ctx).then((look): Seen => ({ stamp, look, texts: new Map(), pages: undefined }))
  seen.set(ctx, next)
  return await next
}
