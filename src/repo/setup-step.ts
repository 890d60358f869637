/** One thing that init did, or found done, in words; `todo` is what a person has to do themselves. */
export type SetupStep = { readonly what: string; readonly state: 'done' | 'kept' | 'todo' }
