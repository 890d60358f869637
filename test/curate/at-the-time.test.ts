import { expect, test, describe } from 'vitest'
import { whyOf, whyOfMessage } from '../support/messages.ts'

test('“At the time:” stood before what somebody is told to do (zap 228bdd6e, b6ea2eee)', () => {
  for (const said of [
    'Clean up the existing implementation a bit and promote it to its own internal package.',
    'For backward compatibility, the zero value and the default case retain the current behavior.',
  ])
    expect(whyOf(said)).toBe(said)
  expect(whyOf('The current code is missing the support for `ignore_case`.')).toBe(
    'At the time: The current code is missing the support for `ignore_case`.',
  )
})

test.each([
  'The current word being completed is replaced, because it may be wrong.',
  'If the client has no session yet, one is made on its first write, so that nothing is lost.',
  'If no format is given by name, the current format is used, because callers rely on it.',
  'The parser must not incorrectly process tabs, because they are data.',
  'The lock is kept, so that if there is a race the second one waits.',
  // what is so at one moment of a run (tower db2f0ecf, tox ae36881e)
  'It fails any request at once if the service is not ready yet, because callers would wait.',
  'The caller gets the object that its shape currently answers from, because it may be replaced.',
  'All values stay as they currently are, because callers compare them.',
  'The item that is currently selected is told first, because callers look there.',
  // what a program has not done at one moment of its run (restic 7b11660f, nats-server 94e614d5, 9b7dab05)
  'An entry of the index is preliminary, because it is characterized by not yet being associated with a pack.',
  'It is important for a mirror, because that might not have TTLs enabled yet, but the origin stream has.',
  'The timer is not reset for every timestamp that has not yet expired, because this affects performance.',
  // what is so whenever somebody makes a mistake (helix 107758a9)
  'This avoids that it crashes when there is a bug within the profile of a user.',
  // what a change never does is so still
  'This change does not allocate, because the buffer is shared by all that read from it.',
  'It will be removed in a future release, because nobody can tell what it does.',
  'The new method is not implemented by reading twice, because the stream may be gone by then.',
  // what is so of some (h2 b1098038, 813bf064)
  'Reclaiming capacity that has not been reserved yet is wrong, as it never existed to begin with.',
  'The budget bounds the overhead of frames that have been received but not yet read, because memory is finite.',
  "The folder is added to the list, even though its setup hasn't run yet, so that commands are found.",
])('what always holds is not told as of its time: %s', (said) => {
  expect(whyOf(said)).toBe(said)
})

test.each([
  'The `Get` method has a bug: a missing key returns nothing, so that callers take it for an empty one.',
  'The key incorrectly returns a string where the path has none, because its type is lost.',
  // black 12e857f2: the commit documents it
  "This isn't documented, even though it is what everybody asks for who formats a project for the first time.",
  'These names are kept for now, because two packages use them.',
  // helix 515ef172
  'Diagnostics are currently extended if text is inserted at their end, because nobody knows where a word ends.',
  'This has not been included in a released version yet, so that its name can be another one.',
  'Even after this change the new protocol is not supported yet, because nobody speaks it.',
  // alertmanager f1b920bc, tracing f22a04f6
  'The *current* Alertmanager API v1 is undocumented, because it was written by hand.',
  'Our current value system needs to be reworked, because nobody can compare its values.',
  // grpc-go 66565359, 096e7035, 9907ae0e
  'This PR does not include channel retention, metrics and observability mode, because each has a proposal.',
  'Whoever wants cancellation will have to opt in via a future API, because dialers are not given a context.',
  'The new `watch` method is not implemented. Callers get an error, because nobody is to wait for it.',
  // reedline 71f68ab3
  'No callers yet: the words are looked up by hand until the next step.',
  'Block is kept apart, because it has no producing mode yet.',
  'A child right now shares the fields of its parent, because the map is copied late.',
  // starship fae92b29, 5eacd3ab; go-redis
  'This module currently takes about 200 ms with a large file, because it is parsed twice.',
  'We currently invoke a shell for the time, so that every prompt is slow.',
  'The path of a socket currently sets the header only when it is empty, so that a proxy is not seen.',
])('what a fix found is not told as if it still were so (echo 6a390cb5): %s', (said) => {
  expect(whyOf(said)).toBe(`At the time: ${said}`)
  const running = 'Shutdown refuses new requests while currently running ones finish, because a hard stop lost uploads.'
  expect(whyOf(running)).toBe(running)
})

test('“At the time: For now …” said it twice (axum ba4d8a23), and “At the time: (Right now” before its bracket (zap f2859a90)', () => {
  expect(whyOf('For now the page is copied, because both places are read.')).toBe(
    'At the time: the page is copied, because both places are read.',
  )
  expect(whyOf('It can come back later. (Right now it is more to carry along, because nobody uses it.)')).toBe(
    'It can come back later. (At the time: it is more to carry along, because nobody uses it.)',
  )
})

describe('a message', () => {
  test('says of what was so before that it was the motivation (tonic 2c0b8831: told as if it still were)', () => {
    const [before, after] = [
      "The client doesn't currently work with the mesh, since requests carry no authority.",
      'Requests carry the target as their authority, which the mesh routes by.',
    ]
    expect(whyOfMessage(`Send the authority\n\n## Motivation\n\n${before}\n\n## Solution\n\n${after}`)).toBe(
      `Motivation: ${before} Solution: ${after}`,
    )
    expect(whyOfMessage(`Send the authority\n\n**Motivation**\n${before}\n\n### Changes\n${after}`)).toBe(
      `Motivation: ${before} ${after}`,
    )
    // Alone it is what the headline says.
    expect(whyOfMessage(`Send the authority\n\n## Solution\n\n${after}`)).toBe(after)
  })

  test('says of what was so when it was written that it was so then (tracing: “`Interest` is never cached”, which it is now)', () => {
    const [before, after] = [
      'Currently, when using a reloadable filter, interest is never cached.',
      'It is cached until the filter is reloaded, because nothing else changes it.',
    ]
    expect(whyOfMessage(`Cache interest\n\n${before} ${after}`)).toBe(
      `At the time: when using a reloadable filter, interest is never cached. ${after}`,
    )
    const then = "The loader doesn't currently know of links, since nobody asked."
    expect(whyOfMessage(`Follow links\n\n${after} ${then}`)).toBe(`${after} At the time: ${then}`)
    // An age later, today was then (serde_json 7bc6c863).
    expect(whyOfMessage(`Use repr\n\n${after} Today the least compiler is 1.36, so it may be used.`)).toBe(
      `${after} At the time: the least compiler is 1.36, so it may be used.`,
    )
    const running = 'The server answers with 503 if it is currently closing, because it could not finish.'
    expect(whyOfMessage(`Turn away while closing\n\n${running}`)).toBe(running)
    expect(whyOfMessage(`Cache interest\n\n## Problem\n\n${before}\n\n## Solution\n\n${after}`)).toBe(
      `Problem: ${before} Solution: ${after}`,
    )
  })
})

test('what a commit does is not told as what was so at the time (client_golang: “At the time: This commit removes …”)', () => {
  const said = 'This commit removes what is used nowhere, because it is broken in the way it is written right now.'
  expect(whyOf(said)).toBe(said)
})

test('what was so before the change was told as so today behind its clause (h2 fc7f63f6)', () => {
  const said =
    'We have adopted spans for diagnostics, but currently, they replace the lines of the log and nothing more.'
  expect(whyOf(said)).toBe(`At the time: ${said}`)
})

test.each([
  'It is necessary in the situation in which a learner is a voter but has not learned about this yet, because it would wait.',
])('what is so at one moment, or of some, is not told as of its time: %s', (said) => {
  expect(whyOf(said)).toBe(said)
})

test('a test that is made better is told as of its time (raft 57d0d7e9)', () => {
  const said = 'Values should be 10 to 19, but the current test only tests 11 to 19, because it adds one.'
  expect(whyOf(said)).toBe(`At the time: ${said}`)
})
