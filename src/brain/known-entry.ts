import type { Entry } from '../tree/entry.ts'
import type { Meta } from '../tree/meta.ts'
import type { EntryKind } from '../tree/standing.ts'

/**
 * What weighing an entry needs to know of it. It is kept in the index beside the entry, of which only those are read whole
 * that are told of.
 */
export type Facets = {
  readonly meta: Pick<
    Meta,
    'title' | 'tags' | 'kind' | 'status' | 'supersededBy' | 'approvedAt' | 'importance' | 'maturity' | 'updatedAt'
  >
  readonly kind: EntryKind
  /** What its title is about, in whatever words and order: entries of a kind and folder that share it say the same. */
  readonly about: string
  readonly files: readonly string[]
  /** The share of what it states that names a commit. */
  readonly proven: number
  /** How many of each it states; a notice is a lesson about something breaking or about security, a rule is no agent's
   * word that nobody approved, and it is written when a comment, a document or a person states it. */
  readonly says: Record<'decisions' | 'rules' | 'written' | 'todos' | 'notices', number>
  /** The newest releases that brought a lesson of it, each with a day. */
  readonly releases: readonly (readonly [name: string, day: string])[]
}

/**
 * An entry of which the facets are known, and the rest is read when somebody asks for it. Of ten thousand a few are told
 * of, so this holds three values and no function of its own.
 */
export class KnownEntry implements Entry {
  readonly facets: Facets
  readonly #id: number
  readonly #read: (id: number) => Entry
  #whole: Entry | undefined

  constructor(facets: Facets, id: number, read: (id: number) => Entry) {
    this.facets = facets
    this.#id = id
    this.#read = read
  }

  /** All of it, as a value that may be spread. */
  get whole(): Entry {
    return (this.#whole ??= this.#read(this.#id))
  }

  get title(): Entry['title'] {
    return this.facets.meta.title
  }

  get tags(): Entry['tags'] {
    return this.facets.meta.tags
  }

  get kind(): Entry['kind'] {
    return this.facets.meta.kind
  }

  get status(): Entry['status'] {
    return this.facets.meta.status
  }

  get supersededBy(): Entry['supersededBy'] {
    return this.facets.meta.supersededBy
  }

  get approvedAt(): Entry['approvedAt'] {
    return this.facets.meta.approvedAt
  }

  get importance(): Entry['importance'] {
    return this.facets.meta.importance
  }

  get maturity(): Entry['maturity'] {
    return this.facets.meta.maturity
  }

  get updatedAt(): Entry['updatedAt'] {
    return this.facets.meta.updatedAt
  }

  get recency(): Entry['recency'] {
    return this.whole.recency
  }

  get accessCount(): Entry['accessCount'] {
    return this.whole.accessCount
  }

  get updateCount(): Entry['updateCount'] {
    return this.whole.updateCount
  }

  get createdAt(): Entry['createdAt'] {
    return this.whole.createdAt
  }

  get keywords(): Entry['keywords'] {
    return this.whole.keywords
  }

  get relations(): Entry['relations'] {
    return this.whole.relations
  }

  get raw(): Entry['raw'] {
    return this.whole.raw
  }

  get narrative(): Entry['narrative'] {
    return this.whole.narrative
  }

  get snippets(): Entry['snippets'] {
    return this.whole.snippets
  }

  get facts(): Entry['facts'] {
    return this.whole.facts
  }

  get reason(): Entry['reason'] {
    return this.whole.reason
  }

  get loose(): Entry['loose'] {
    return this.whole.loose
  }
}
