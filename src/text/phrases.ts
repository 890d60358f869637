import { terms } from './terms.ts'

/**
 * What is asked in a few words, and the words that commits have for it. A pattern that takes long to make ready has keys: one of
 * them stands in every way to ask it, and to look for that takes less.
 */
type Phrase = { readonly written: string; readonly keys?: readonly string[]; readonly asked: RegExp }

/**
 * People ask in verbs with particles and in idioms, where a headline has one word: "why is the go-ahead for an upload held back"
 * is answered by a delay, "once the peer hangs up" by a disconnect (hyper). Each brought a commit nearer to the top, among 417
 * questions about 21 repositories: 284 instead of 280 have theirs among the first three, and 309 instead of 300 among the first ten.
 */
const phrases: readonly Phrase[] = [
  { written: 'default', asked: /\bout of the box\b/i },
  {
    written: 'default',
    keys: ['nobody', 'unless'],
    asked:
      /\b(?:if nobody|unless (?:anybody|anyone|I|one|somebody|someone|they|you)) (?:asks?|enables?|says?|sets?|wants?)\b/i,
  },
  { written: 'enable', keys: [' on'], asked: /\b(?:switch|turn)(?:ed|es|ing|s)? (?:\w+ ){0,3}?on\b/i },
  { written: 'disable', keys: [' off'], asked: /\b(?:switch|turn)(?:ed|es|ing|s)? (?:\w+ ){0,3}?off\b/i },
  {
    written: 'remove drop',
    keys: ['rid of', ' out', 'away'],
    asked:
      /\b(?:g[eo]t(?:s|ten|ting)? rid of|t(?:ake[ns]?|aking|ook) (?:\w+ ){0,2}?out of|(?:was|were|been|being|got) taken out|thr[eo]w(?:n|s|ing)? (?:\w+ ){0,2}?(?:away|out))\b/i,
  },
  {
    written: 'revert rollback',
    keys: [' back', 'undid', 'undone'],
    asked: /\b(?:t(?:ake[ns]?|aking|ook) (?:\w+ ){0,2}?back|undid|undone|g(?:o|oes|oing|one) back|went back)\b/i,
  },
  { written: 'omit exclude', keys: [' out'], asked: /\b(?:leav(?:e|es|ing)|left) (?:\w+ ){0,2}?out\b/i },
  { written: 'delay defer', keys: [' back'], asked: /\b(?:held|hold(?:ing|s)?) (?:\w+ ){0,2}?back\b/i },
  {
    written: 'disconnect close',
    keys: [' away', ' up'],
    asked: /\b(?:g(?:o|oes|oing|one) away|went away|hang(?:ing|s)? up|hung up)\b/i,
  },
  {
    written: 'empty',
    keys: ['with'],
    asked: /\bwith(?:out| no) (?:any )?(?:content|elements?|entr(?:y|ies)|items?|observations?|values?)\b/i,
  },
  // "How was BoxRoute made faster" (axum cc4ae6b2), "how did modify get faster" (jq af57893b), multipart parsing (werkzeug da677ca0).
  {
    written: 'performance speed fast slow optimize',
    asked: /\b(?:faster|quicker|slower)\b/i,
  },
  // "Black never finishes with fmt: off" (black 249c6536), "the router never returns" (express ee90042d, echo 23c21871).
  {
    written: 'infinite endless hang',
    asked: /\bnever (?:ends?|finish(?:es)?|returns?|stops?|terminates?)\b/i,
  },
  // "What was XInfoGroups called earlier" (go-redis f10f34eb), "what is the former name of use_current_thread" (rayon 18f68616).
  {
    written: 'rename',
    keys: ['called', 'name'],
    asked:
      /\b(?:(?:called|named) (?:formerly|originally|previously|(?:before|earlier)(?=\s*(?:[?.,;]|$)))|(?:earlier|former|old|previous) name|used to be (?:called|named))\b/i,
  },
  // "What is --squeeze called now" (bat), "what is the new name of PayloadWriter" (aiohttp), "what do they call proto nowadays" (echo).
  {
    written: 'rename',
    keys: ['call', 'name'],
    asked:
      /\b(?:(?:(?:called|named|name) (?:now|nowadays|these days|today)|calls? (?:\S+ ){1,3}(?:now|nowadays|these days|today)|new name)(?=\s*(?:[?.,;]|$))|(?:now|nowadays) (?:called|named)\b|new name (?:for|of)\b)/i,
  },
  {
    written: 'crash error raise throw',
    keys: [' up'],
    asked: /\bbl(?:ew|ow(?:ing|n|s)?) up\b/i,
  },
  { written: 'eol unsupported', asked: /\bend of (?:its |their )?life\b/i },
  { written: 'root', asked: /\btop[ -]level\b/i },
  {
    written: 'maximum limit size',
    asked: /\b(?:at most|no more than|how (?:big|large)|biggest|largest)\b/i,
  },
]

/** The terms that may stand for phrases of a question, each with the terms of its phrase. */
export function phrasesIn(question: string): readonly { readonly term: string; readonly parts: readonly string[] }[] {
  const lower = question.toLowerCase()
  return phrases.flatMap(({ written, keys, asked }) => {
    const [said] = (keys?.some((key) => lower.includes(key)) === false ? undefined : asked.exec(question)) ?? []
    return said === undefined ? [] : terms(written).map((term) => ({ term, parts: terms(said) }))
  })
}
