import { readSaid, saidByNone } from '../../src/learning/said-by-files.ts'
import { teach, withOverviews } from '../../src/learning/teach.ts'
import { type Knowledge, noKnowledge } from '../../src/tree/knowledge.ts'
import { analysed, bareProject } from './commits.ts'

/** A commit by its message and the whole texts of the files that it writes. */
export type Written = { readonly message: string; readonly files: Readonly<Record<string, string>> }

/** A project that learns from commits as `ctx curate` does, without a repository: the code, and what is known of it. */
export type Project = { readonly code: ReadonlyMap<string, string>; readonly knowledge: Knowledge }

/** A project of which nothing is there yet. */
export const noProject: Project = { code: new Map(), knowledge: noKnowledge }

/** Learns from some commits at once, held against the code as it stands after the last of them. */
export function learned({ code: before, knowledge: known }: Project, commits: readonly Written[]): Project {
  const code = new Map([...before, ...commits.flatMap(({ files }) => Object.entries(files))])
  const analyses = commits.map(({ message, files }) =>
    analysed(
      message,
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { added: text.trimEnd().split('\n') }])),
    ),
  )
  const there = new Set(code.keys())
  const said = saidByNone()
  for (const [path, text] of code) readSaid(said, path, text)
  const project = { ...bareProject, layout: { packages: [], domains: {}, there }, ...said }
  const taught = teach(analyses, known, project)
  return { code, knowledge: withOverviews(known, taught.knowledge, project) }
}
