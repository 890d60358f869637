/** Questions about the real commits of test/curate/evidence, in other words than theirs; some have no answer. */
export const questions: readonly string[] = [
  'Why does a hijacked reply not keep its request in memory?',
  'What happens when trailers finish twice?',
  'How long do chained hooks have before they are killed?',
  'how many seconds does the shim wait',
  'What is `hookTimeoutSeconds` set to?',
  'Why is the JSON output of license list gone?',
  'What became of the dictionary protocol?',
  'Why are wisps not exported by default?',
  'May workers retry a payment?',
  'When are orders settled, once an hour or twice?',
  'What did Grace Example change in January 2026?',
  'What was learned on 2025-10-28?',
  'Which Node version does undici 8 need?',
  'Why is the locale set in test1981?',
  'Who may push --force when the remote has Dolt history?',
  'Is `parse5` still a dependency?',
  'lib/response/reply.js',
  'why was the fast path for unaligned access on powerpc64 taken back',
  'Which line length does ESLint allow?',
  'How are prices rounded for the tax office?',
  'Where do rates come from each morning?',
  'Why must a refund be booked after its payment?',
  'What must never be done to the payment request?',
  'What does settle(order) take since #81?',
  'gh#3649',
  'How does the moon influence onboarding of new colleagues?',
  'Who painted the office door blue in Reykjavik?',
  'Does Melanie like the kubernetes scheduler?',
  'what is a zebra',
  'Which telephone number has the elevator company of Zurich?',
  'hook',
  'test tests tested',
  'Why not keep data in a class or module variable?',
  'When did Bo tell Ada about the lighthouse in Brittany?',
  'What does Ada keep at home since May 2023?',
  'Where is the exhibition that Bo opened?',
  'Does anybody no longer use percent-decoded route params as trusted input?',
  'migration paths through v0.49.6',
  'Server push deprecated removed when',
  'Why Do All Words Have Capitals Here?',
  'is `SearchIssues` filter nil',
  'stacktrace limit',
]

const said = (speaker: string, ...texts: readonly string[]): readonly { speaker: string; text: string }[] =>
  texts.map((text) => ({ speaker, text }))

/** A talk of two people in a few sessions, as a set of questions brings it along. */
export const talk: readonly {
  readonly at: Date | undefined
  readonly turns: readonly { readonly speaker: string; readonly text: string }[]
}[] = [
  {
    at: new Date('2023-05-08T13:56:00Z'),
    turns: [
      ...said('Ada', 'I keep three owls at home.', 'They sleep all day.'),
      ...said('Bo', 'I paint lighthouses in Brittany.', 'Thanks!'),
    ],
  },
  { at: new Date('2023-05-20T09:00:00Z'), turns: said('Bo', 'Ok.') },
  {
    at: new Date('2023-06-01T00:05:00Z'),
    turns: [...said('Bo', 'My exhibition opens next week in Brest.'), ...said('Ada', 'Will the lighthouse be there?')],
  },
  { at: undefined, turns: said('Ada', 'The owls and the lighthouse were there all the time. '.repeat(90)) },
  { at: new Date('2023-07-14T10:00:00Z'), turns: said('Bo', 'The exhibition was painted over; Ada came with an owl.') },
]
