import { DOMParser, type Node as XmlNode } from '@xmldom/xmldom'
import { unzipSync } from 'fflate'
import { getDocumentProxy } from 'unpdf'
import { Problem } from '../../problem.ts'

/** The text of a document, and how much of it there was: pages that were left out, because nobody reads so many. */
export type Converted = { readonly text: string; readonly pagesLeft: number }

/** Pages of a PDF, slides and sheets that are read. */
const mostPages = 50

/** A zip that unpacks to more is a bomb, or nothing that a curator reads. */
const mostBytes = 20 * 1024 * 1024

/** Which files of an office document hold its text (ECMA-376 part 1; OpenDocument 1.3 part 2), in their order. */
const textParts: Readonly<Record<string, RegExp>> = {
  docx: /^word\/document\.xml$/,
  pptx: /^ppt\/slides\/slide\d+\.xml$/,
  xlsx: /^xl\/sharedStrings\.xml$/,
  odt: /^content\.xml$/,
  odp: /^content\.xml$/,
  ods: /^content\.xml$/,
}

const extensionOf = (path: string): string => /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''

/** Whether a file is turned into text before it is read. */
export const isConverted = (path: string): boolean => extensionOf(path) === 'pdf' || extensionOf(path) in textParts

/**
 * Turns a PDF or office document into text.
 * @throws {Problem} when it is damaged, protected, or unpacks to more than 20 MB.
 */
export async function convert(path: string, bytes: Uint8Array): Promise<Converted> {
  try {
    return extensionOf(path) === 'pdf' ? await fromPdf(bytes) : fromOffice(bytes, textParts[extensionOf(path)])
  } catch (cause) {
    const [reason = ''] = cause instanceof Error ? cause.message.split('\n') : []
    throw new Problem('unreadable-document', `${path} cannot be read as a document: ${reason}`, {
      hint: 'Export it as text or Markdown, and curate that.',
      cause,
    })
  }
}

async function fromPdf(bytes: Uint8Array): Promise<Converted> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 })
  try {
    const pages: string[] = []
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      pages.push(items.map(textOf).join(''))
    }
    return { text: pages.join('\n\n'), pagesLeft: Math.max(0, pdf.numPages - mostPages) }
  } finally {
    await pdf.destroy()
  }
}

/** A piece of text as pdf.js gives it; marks that hold no text have no `str`. */
const textOf = (item: { readonly str?: string; readonly hasEOL?: boolean }): string =>
  `${item.str ?? ''}${item.hasEOL === true ? '\n' : ''}`

function fromOffice(bytes: Uint8Array, wanted: RegExp | undefined): Converted {
  let unpacked = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      const isWanted = wanted?.test(name) ?? false
      unpacked += isWanted ? originalSize : 0
      if (unpacked > mostBytes) throw new Error('it unpacks to more than 20 MB')
      return isWanted
    },
  })
  const names = Object.keys(files).toSorted((a, b) => numberIn(a) - numberIn(b))
  if (names.length === 0) throw new Error('it holds no text that is known')
  const pages = names.slice(0, mostPages).map((name) => paragraphs(Buffer.from(files[name] ?? []).toString('utf8')))
  return { text: pages.join('\n\n'), pagesLeft: Math.max(0, names.length - mostPages) }
}

const numberIn = (name: string): number => Number(/(?<!\d)(\d+)\.xml$/.exec(name)?.[1] ?? 0)

/** Elements that end a line: paragraphs and headings of all these formats, and the strings of a sheet. */
const isBlock = (name: string): boolean => ['p', 'h', 'si'].includes(name)

/** The text of an XML file, a line for each paragraph. Entities of a DTD are never expanded. */
function paragraphs(xml: string): string {
  const fail = (_level: string, message: string): void => {
    throw new Error(message)
  }
  const document = new DOMParser({ onError: fail }).parseFromString(xml, 'text/xml')
  const lines: string[] = []
  let line = ''
  const visit = (node: XmlNode): void => {
    if (node.nodeType === 3) line += node.nodeValue ?? ''
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child)
    const name = node.nodeName.slice(node.nodeName.indexOf(':') + 1)
    if (name === 'tab') line += ' '
    if (!isBlock(name) || line.trim() === '') return
    lines.push(line.trim())
    line = ''
  }
  visit(document)
  return [...lines, line.trim()].filter((text) => text !== '').join('\n')
}
