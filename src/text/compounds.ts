import { phrasesIn } from './phrases.ts'
import { terms, words } from './terms.ts'

/** Words in a row that are also written as one, by its term and theirs. */
export type Compound = { readonly term: string; readonly parts: readonly string[] }

/**
 * What developers write short, or as one word, with its long form: who asks about the operating system is answered by a commit
 * that says `$OS` (golangci-lint 338e3fbf). Only what stands for one thing wherever code is written is here.
 */
const written = `
acl access control list;bom byte order mark;ci continuous integration;cli command line;cwd working directory;
eof end of file;fd file descriptor;fs file system;gc garbage collection;gui graphical user interface;ip internet protocol;
lsp language server;os operating system;pid process id;pr pull request;regex regular expression;rng random number generator;
stderr standard error;stdin standard input;stdout standard output;ttl time to live;ui user interface;vcs version control;
filename file name;hostname host name;linebreak line break;newline line break;lowercase lower case;namespace name space;
stacktrace stack trace;traceback stack trace;uppercase upper case;username user name;websocket web socket;whitespace white space;
2 two;3 three;4 four;5 five;6 six;7 seven;8 eight;9 nine;10 ten;20 twenty;30 thirty;60 sixty;100 hundred`

const acronyms = written
  .trim()
  .split(/[;\n]+/)
  .map((line) => line.trim().split(' '))
  .map(([short = '', ...long]) => ({ short, long: long.join(' ') }))

/**
 * Finds what else the words of a question are written as: verbs with their particles, as one word, long forms, and idioms. A commit on
 * `shutdown` (tokio f0fdef80) answers who asks about "shutting down".
 */
export function compoundsIn(question: string): readonly Compound[] {
  const said = ` ${question.toLowerCase().replace(/[\s-]+/g, ' ')} `
  const isSaid = (long: string): boolean => said.includes(` ${long} `) || said.includes(` ${long}s `)
  const found = acronyms.filter(({ long }) => isSaid(long))
  return [
    ...phrasalVerbsIn(question),
    ...phrasesIn(question),
    ...found.flatMap(({ short, long }) => terms(short).map((term) => ({ term, parts: terms(long) }))),
  ]
}

function phrasalVerbsIn(question: string): readonly Compound[] {
  const all = words(question)
  return all.flatMap((word, at) => {
    const before = all[at - 1]
    if (before === undefined || !particle.test(word.text) || before.at + before.text.length + 1 !== word.at) return []
    const [verb = before.text.toLowerCase(), ...more] = before.terms
    if (more.length > 0) return []
    return terms(`${verb}${word.text.toLowerCase()}`).map((term) => ({ term, parts: [verb, ...word.terms] }))
  })
}

const particle = /^(?:away|back|down|in|off|on|out|over|up)$/i
