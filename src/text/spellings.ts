// Each with its American form; what follows ("-ed", "-al", "-able") is the same in both.
const beginnings =
  `analyse analyze;analysing analyzing;artefact artifact;behaviour behavior;catalogu catalog;centred centered;
centre center;centring centering;colour color;defence defense;dialogu dialog;favour favor;fibre fiber;flavour flavor;grey gray;
honour honor;licence license;neighbour neighbor;paralyse paralyze`
    .split(/[;\n]+/)
    .map((pair) => pair.split(' '))
const firstLetters = new Set(beginnings.map(([british = '']) => british.slice(0, 2)))

/** What has "-ise" for "-ize", by what stands before; by a rule, "promise" and "noise" would be spelled anew, too. */
const madeVerbs = new Set(
  `amort anonym author canonical capital categor central custom denormal deserial emphas equal external final formal general
  immun initial internal international item local material maxim memo memor minim modern modular normal optim organ parallel
  parameter parametr penal personal priorit quant random real recogn reorgan sanit serial special stabil standard summar synchron token
  uninitial unrecogn util vector virtual visual`.split(/\s+/),
)

/** Spells a word in lower case as Americans do, so that "initialised" and "behaviour" are found by either form. */
export function asAmerican(word: string): string {
  const [, verb = '', end = ''] = /^([a-z]{3,})is(e[drs]?|ers|ing|ations?|able)$/.exec(word) ?? []
  if (madeVerbs.has(verb)) return `${verb}iz${end}`
  if (!firstLetters.has(word.slice(0, 2))) return word
  for (const [british = '', american = ''] of beginnings)
    if (word.startsWith(british)) return american + word.slice(british.length)
  return word
}
