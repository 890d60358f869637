/** What a commit did to the thing that a question names. */
export type Deed = {
  readonly commit: string
  /** `takes away 124 files of deno_dist` */
  readonly said: string
  /** A file or folder, a name of the code, or the version of a platform. */
  readonly to: 'file' | 'name' | 'version'
  /** Its path, or what stands for one: the commit is found by that, and may have too many paths for all to be kept. */
  readonly path: string
  /** What its commit is found by as if its headline said so. */
  readonly name?: string
  /** Whether it answers only where nothing says more: who took X out, of what to use instead of X. */
  readonly isAside?: boolean
}

/** The deeds that a question asks for, the likeliest first, and the words of it that only ask for them. */
export type DeedsAsked = { readonly deeds: readonly Deed[]; readonly isAsking: (said: string) => boolean }

/** What a question asks of a thing: when it came, or what became of it. */
export type WhatIsAsked = { readonly isAboutArrival: boolean; readonly isAboutRemoval: boolean }
