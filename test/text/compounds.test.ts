import { expect, test } from 'vitest'
import { compoundsIn } from '../../src/text/compounds.ts'
import { phrasesIn } from '../../src/text/phrases.ts'
import { synonymsOf } from '../../src/text/synonyms.ts'
import { terms } from '../../src/text/terms.ts'

const found = (text: string): readonly string[] => compoundsIn(text).map(({ term }) => term)

test('a verb and the particle right behind it are one word', () => {
  expect(found('is it shutting down, or backed out')).toEqual(['shutdown', 'backout'])
  expect(found('do users log in, out of habit')).toEqual(['login'])
  expect(compoundsIn('setting up')).toEqual([{ term: 'setup', parts: ['set', 'up'] }])
})

test('what is written short is known by its long form, with blanks or hyphens', () => {
  expect(found('which operating systems have no standard-error')).toEqual(['os', 'stderr'])
  expect(compoundsIn('the pull request')).toEqual([{ term: 'pr', parts: ['pull', 'request'] }])
})

test('what is written as one word is known by two', () => {
  expect(found('does bat put a line break at the end')).toEqual(['linebreak', 'newlin'])
})

test('what is asked in a few words is known by the one that commits have for it (hyper, go-redis, bat)', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  expect(asked('why is the go-ahead for an upload held back until the handler reads')).toEqual(terms('delay defer'))
  expect(asked('which flag turns CLIENT SETINFO off, and turned it on before')).toEqual(terms('enable disable'))
  expect(asked('is paging there out of the box, or unless one asks for it')).toEqual(terms('default default'))
  expect(phrasesIn('can a handler be cancelled once the peer hangs up')[0]).toEqual({
    term: 'disconnect',
    parts: terms('hangs up'),
  })
  expect(asked('does it keep what was on and off before, and go on then')).toEqual([])
})

test('who asks of an answer without content was not told of the empty ones (urllib3 9971e27e, hyper 9b2998bd, go-redis)', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  const said = [
    'why does iterating an answer without content give nothing',
    'what happens to a chunked body without any content',
    'why does a pipeline with no items return an error',
  ]
  expect(said.map(asked)).toEqual(said.map(() => terms('empty')))
  expect(asked('why is it sent without the header')).toEqual([])
})

test('who asked how something got faster was not told of its performance (axum cc4ae6b2, jq af57893b, werkzeug da677ca0)', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  for (const word of ['faster', 'slower', 'quicker'])
    expect(asked(`what made BoxRoute ${word}`)).toEqual(terms('performance speed fast slow optimize'))
  expect(asked('are paths matched fast')).toEqual([])
})

test('who asked what blows up was not told of what raises or throws (uvicorn, structlog, commander.js)', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  for (const blows of ['does send() blow up', 'adding --name blows up', 'it blew up when called'])
    expect(asked(blows)).toEqual(terms('crash error raise throw'))
  expect(asked('does the wind blow, and up to where')).toEqual([])
})

test('who asked what never ends, what has had its life, or what it was called before was told of anything else', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  const endless = [
    'black never finishes with fmt: off',
    'router never returns with mergeParams',
    'iterating never ends',
  ]
  expect(endless.map(asked)).toEqual(endless.map(() => terms('infinite endless hang')))
  const renamed = [
    'what was join_context called before',
    'what was XInfoGroups called earlier',
    'what is the former name of use_current_thread',
    'what did the read timeout used to be called',
  ]
  expect(renamed.map(asked)).toEqual(renamed.map(() => terms('rename')))
  expect(asked('has Caddy 1 reached its end of life')).toEqual(terms('eol unsupported'))
  expect(asked('what becomes of the id of a top-level schema')).toEqual(terms('root'))
  expect(asked('is the callback called before the name is read, or never')).toEqual([])
})

test('who asked what something is called now was told what calls it (bat, aiohttp, echo, got)', () => {
  const asked = (text: string): readonly string[] => phrasesIn(text).map(({ term }) => term)
  const renamed = [
    'what is --squeeze called now',
    'manylinux1 is gone, what is its name now?',
    'what is the new name of PayloadWriter',
    'box_body is gone: its new name?',
    'what do they call proto nowadays',
    'how is got.create now called',
  ]
  expect(renamed.map(asked)).toEqual(renamed.map(() => terms('rename')))
  expect(asked('is a handler called now that the new name is read, and who calls it')).toEqual([])
})

test('"Nothing states this. No lesson or commit has "arm64"", while commits build for AArch64 (fd, starship, rayon)', () => {
  const known = (word: string): readonly string[] => terms(word).flatMap((term) => [...synonymsOf(term)])
  expect(known('arm64')).toEqual(expect.arrayContaining([...terms('arm aarch64')]))
  expect(known('quiet')).toEqual(expect.arrayContaining([...terms('silence')]))
  expect(known('cast')).toEqual(expect.arrayContaining([...terms('assertion')]))
  expect(known('description')).toEqual(expect.arrayContaining([...terms('desc')]))
})

test('who asked of two minutes, or of three retries, was not told of 2 and 3 (got 81d0697a, go-redis)', () => {
  expect(found('sockets stay open for two minutes')).toEqual(terms('2'))
  expect(found('which version began to retry three times')).toEqual(terms('3'))
  expect(found('does an HTTP/2 connection carry 2 streams, or one')).toEqual([])
})

test('who asked why CI does not run on Node 13, or of a scheme, was not told of Travis and the protocol (got 497dda1d, ae1a0fed)', () => {
  const known = (word: string): readonly string[] => terms(word).flatMap((term) => [...synonymsOf(term)])
  expect(known('CI')).toEqual(expect.arrayContaining([...terms('travis appveyor circleci workflow')]))
  expect(known('scheme')).toEqual([...terms('protocol')])
})
