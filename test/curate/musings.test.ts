import { expect, test } from 'vitest'
import { whyOfMessage } from '../support/messages.ts'

const why = 'The queue is emptied before it is closed, because workers hold on to what is in it.'
const reasonOf = (last: string): string => whyOfMessage(`Empty the queue first\n\n${why} ${last}`)

test.each([
  ['what he does not know (pytest c714f05a)', "I'm not sure it's really legacy anyway!"],
  ['what he is curious about (pytest b92fde37)', 'I was curious about the spread of use.'],
  ['what he is going to do (okhttp e6250bdb)', "I'll do the implementation in follow-up."],
  ['what he is going to do next (tracing b4680b1f)', "Once this merges, I'll release 0.3.13 of the subscriber."],
  ['what he asks reviewers (sinatra bd11d9c4)', 'Is it a code smell?'],
  ['what he leaves to reviewers (tracing 0b352681)', 'If so, please feel free to reject it.'],
  ['what he hopes (caddy e4ce40f8)', 'Hopefully this is ok!'],
])('an author is not quoted with %s', (_, said) => {
  expect(reasonOf(said)).toBe(why)
})

test.each([
  [
    'what can be done (esbuild 8fb76e0e)',
    "I'm not sure why you would want to, but you can now close it with `--now` too.",
  ],
  ['what is decided (esbuild 5e7cf259)', 'I will not be supporting old versions of the specification.'],
  ['what could not be done (fzf 18315000)', 'I was unable to make the action work with the new rule.'],
  [
    'what is weighed (clap 0f1de730)',
    "I'm going to consider this safe since we prevent some of it from even happening.",
  ],
  [
    'an answer with its question (tracing a4069486)',
    'Are we not checking all crates? If so, we should probably fix that.',
  ],
])('an author is quoted with %s', (_, said) => {
  expect(reasonOf(said)).toBe(`${why} ${said}`)
})

test('what an author is not sure of may be the reason (caddy 2eda21ec)', () => {
  const doubt =
    'I am not sure if the query_string one is necessary or useful yet. We can always add it later if needed.'
  expect(whyOfMessage(`Remove the placeholder\n\n${doubt}`)).toBe(doubt)
})
