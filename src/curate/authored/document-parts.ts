import { clean, oneLine, shorten } from '../../text/clean.ts'
import { redact } from '../../text/redact.ts'
import type { Entry } from '../../tree/entry.ts'

/** What a document holds besides sentences, as an entry has it; '' for what it does not hold. */
export type DocumentParts = {
  readonly flow: string
  readonly dependencies: string
  readonly examples: string
  readonly diagrams: string
  readonly snippets: string
}

/** Of each part so many blocks, and of each block so many characters: a longer one is left out, because half a block is wrong. */
const most = { blocks: 3, characters: 3_000, items: 12 }

const isDiagram = /^(?:mermaid|plantuml|puml|dot|graphviz)$/i
const isData = /^(?:sql|graphql|proto|protobuf|ebnf|bnf)$/i
const isProse = /^(?:|text|txt|console|output|log|diff)$/i
const exampleHeading = /\b(?:examples?|usage|quick ?start|getting started|how to use)\b/i
const dependencyHeading = /^(?:dependencies|requirements|prerequisites)$/i

/** Finds diagrams, examples of use, data, what is needed and how one thing follows another in a document in Markdown. */
export function documentParts(text: string): DocumentParts {
  const { blocks, prose } = taken(text.split('\n', 20_000))
  const written = (of: (block: Fenced) => boolean): string =>
    blocks
      .filter((block) => of(block) && block.text.length <= most.characters)
      .slice(0, most.blocks)
      .map(({ text: said }) => redact(clean(said)))
      .join('\n\n')
  const isUsed = ({ heading, language }: Fenced): boolean =>
    exampleHeading.test(heading) && !isDiagram.test(language) && !isProse.test(language)
  return {
    flow: redact(oneLine(prose.find(({ line }) => isFlow(line))?.line ?? '')),
    dependencies: listBelow(prose),
    examples: written(isUsed),
    diagrams: written(({ language }) => isDiagram.test(language)),
    snippets: written((block) => isData.test(block.language) && !isUsed(block)),
  }
}

/** Puts the parts of a document into an entry; a part that the tree has stays, because somebody may have mended it. */
export function withParts(entry: Entry, parts: DocumentParts, known: Entry | undefined): Entry {
  const { narrative, raw } = entry
  const choose = (said: string, before: string | undefined): string =>
    before === undefined || before === '' ? said : ''
  return {
    ...entry,
    raw: { ...raw, flow: choose(parts.flow, known?.raw.flow) },
    narrative: {
      ...narrative,
      dependencies: choose(parts.dependencies, known?.narrative.dependencies),
      examples: choose(parts.examples, known?.narrative.examples),
      diagrams: choose(parts.diagrams, known?.narrative.diagrams),
    },
    snippets: choose(parts.snippets, known?.snippets),
  }
}

type Fenced = { readonly heading: string; readonly language: string; readonly text: string }
type Line = { readonly heading: string; readonly line: string }

/** Takes a document apart into what stands between fences and what does not, each below its heading. */
function taken(lines: readonly string[]): { blocks: readonly Fenced[]; prose: readonly Line[] } {
  const [blocks, prose]: [Fenced[], Line[]] = [[], []]
  let heading = ''
  let open: { mark: string; language: string; lines: string[] } | undefined
  for (const line of lines) {
    const [, mark = '', language = ''] = /^(`{3,20}|~{3,20})\s{0,3}([\w+-]{0,30})/.exec(line) ?? []
    if (open === undefined && mark !== '') open = { mark, language, lines: [line] }
    else if (open !== undefined) {
      open.lines.push(line)
      if (mark === '' || language !== '' || !mark.startsWith(open.mark)) continue
      blocks.push({ heading, language: open.language, text: open.lines.join('\n') })
      open = undefined
    } else {
      heading = /^#{1,6} (.{1,200})$/.exec(line)?.[1]?.trim() ?? heading
      prose.push({ heading, line })
    }
  }
  return { blocks, prose }
}

/** At least two arrows between words, in a line of their own. */
function isFlow(line: string): boolean {
  if (line.length > 300 || /[|`{}=;<]/.test(line)) return false
  const steps = line.split(/ (?:→|->|=>) /)
  return steps.length > 2 && steps.every((step) => /\w/.test(step))
}

/** The items of the list below a heading that says what is needed. */
function listBelow(prose: readonly Line[]): string {
  const items = prose.flatMap(({ heading, line }) =>
    dependencyHeading.test(heading) ? (/^\s{0,6}[-*+] (.{1,200})$/.exec(line)?.[1] ?? []) : [],
  )
  return items
    .slice(0, most.items)
    .map((item) => `- ${redact(shorten(oneLine(item), 160))}`)
    .join('\n')
}
