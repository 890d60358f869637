import { describe, expect, test } from 'vitest'
import { gistOf, purposeIn } from '../../src/curate/code/gist.ts'
import { commonNames } from '../../src/curate/filing/common-names.ts'
import { toFolder } from '../../src/curate/filing/filing.ts'
import { titleOf } from '../../src/curate/filing/title.ts'
import { analysed } from '../support/commits.ts'

describe('a file says what it is', () => {
  test.each([
    [
      'in the docstring of the type that it is called after',
      'src/urllib3/response.py',
      'import io\n\n\nclass HTTPResponse(\n    BaseHTTPResponse,\n):\n    """\n    HTTP Response container.\n\n    More.\n    """\n',
      'HTTP Response container',
    ],
    [
      'and not in half of a sentence that leads to a list (pip: “pip download: Download packages from”)',
      'src/pip/_internal/commands/download.py',
      'class DownloadCommand(RequirementCommand):\n    """\n    Download packages from:\n\n    - PyPI\n    """\n',
      'Download packages',
    ],
    [
      'behind what it says before that (pip: “pip collector: The main purpose of this module is to expose…”)',
      'src/pip/_internal/index/collector.py',
      '"""\nThe main purpose of this module is to expose LinkCollector.collect_sources().\n"""\n',
      'expose LinkCollector.collect_sources()',
    ],
    [
      'and not as far as a word that wants the next (click: “Click is a simple Python module inspired”)',
      'src/click/__init__.py',
      '"""\nClick is a simple Python module inspired by the stdlib optparse to make\nwriting command line scripts fun.\n"""\n',
      'Click is a simple Python module',
    ],
    [
      'below its name, as reStructuredText heads it (requests: “requests.adapters ~~~~~”)',
      'src/requests/adapters.py',
      '"""\nrequests.adapters\n~~~~~~~~~~~~~~~~~\n\nThis module contains the transport adapters that\nkeep connections.\n"""\n',
      'transport adapters that keep connections',
    ],
    [
      'and not in a comment that heads a part of the file',
      'src/urllib3/connectionpool.py',
      '# Pool objects\nclass ConnectionPool:\n    """\n    Base class for all connection pools, such as\n    :class:`.HTTPConnectionPool` and :class:`.HTTPSConnectionPool`.\n    """\n',
      'Base class for all connection pools',
    ],
    [
      'below the badges of its page',
      'src/lib.rs',
      '//!<div align="center">\n//!  <a href="https://crates.io/crates/ureq">\n//!    alt="Crates.io" />\n//!</div>\n//!\n//! A simple, safe HTTP client.\n',
      'A simple, safe HTTP client',
    ],
    [
      'what there is many of, and not “number of Python exceptions” (werkzeug exceptions.py)',
      'exceptions.py',
      '"""Implements a number of Python exceptions you can raise from within a view."""\n',
      'Python exceptions you can raise from within a view',
    ],
    [
      'and a set of numbers as one',
      'intset.go',
      '// Package intset implements a set of integers that is kept in bit vectors.\npackage intset\n',
      'set of integers that is kept in bit vectors',
    ],
    [
      'without what a title says already',
      'prometheus/push/push.go',
      '// Package push provides functions to push metrics to a Pushgateway. It uses a\n// builder approach.\npackage push\n',
      'functions to push metrics to a Pushgateway',
    ],
    [
      'between the marks of an inner comment (ripgrep crates/core/main.rs)',
      'crates/core/main.rs',
      '/*!\nThe main entry point into ripgrep.\n*/\n\n/// Then, as it was, then again it will be.\nfn main() {\n',
      'The main entry point into ripgrep',
    ],
    [
      'and not in a banner below it',
      'src/lib.rs',
      '//! Walks directories in parallel.\n\nconst BANNER: &str = r#"\n/*! banner */\n"#;\n',
      'Walks directories in parallel',
    ],
    [
      'without which crate says it (ripgrep: “The globset crate provides …”)',
      'crates/globset/src/lib.rs',
      '/*!\nThe globset crate provides cross platform glob matching. */\n',
      'cross platform glob matching',
    ],
    [
      'in a whole sentence where its verb says what it is (raft: “InmemStore implements …”)',
      'inmem_store.go',
      'package raft\n\n// InmemStore implements the LogStore interface.\n// It is for tests.\ntype InmemStore struct {\n',
      'InmemStore implements the LogStore interface',
    ],
    [
      'and where it is one of what is done to it (raft: “FSM is implemented by clients …”)',
      'fsm.go',
      'package raft\n\n// FSM is implemented by clients to make use of the log.\ntype FSM interface {\n',
      'FSM is implemented by clients to make use of the log',
    ],
    [
      'without what would lead to an example (chi: “… net/http/pprof. ie”)',
      'middleware/profiler.go',
      '// Profiler is a convenient subrouter used for mounting net/http/pprof. ie.\nfunc Profiler() {\n',
      'convenient subrouter used for mounting net/http/pprof',
    ],
    [
      'up to its last phrases, not to an aside amid one (zerolog: “writes it in an (optionally) colorized …”)',
      'console.go',
      '// ConsoleWriter parses the JSON input and writes it in an\n// (optionally) colorized, human-friendly format to Out.\ntype ConsoleWriter struct {\n',
      'ConsoleWriter parses the JSON input and writes it',
    ],
    [
      'without the participle whose end was cut off (rayon: “custom fork-join scopes, created”)',
      'rayon-core/src/scope/mod.rs',
      '//! Methods for custom fork-join scopes, created by the [`scope()`] and [`in_place_scope()`] functions.\n',
      'Methods for custom fork-join scopes',
    ],
    [
      'without the time of what it adds (rayon: “… of an iterator, halting as soon”)',
      'src/iter/while_some.rs',
      '/// `WhileSome` is an iterator that yields the `Some` elements of an iterator, halting as soon as any `None` is produced.\npub struct WhileSome<I> {\n',
      'iterator that yields the `Some` elements of an iterator',
    ],
    [
      'with all of a list (clap arg_settings.rs)',
      'arg_settings.rs',
      '//! Various settings that apply to arguments and may be set, unset, and checked via their names.\n',
      'Various settings that apply to arguments and may be set, unset, and checked',
    ],
    [
      'in its first sentence, though the next begins with a small letter (grpc-go: “… a Dial call. dialOptions are set”)',
      'dialoptions.go',
      '// dialOptions configure a Dial call. dialOptions are set by the DialOption\n// values passed to Dial.\ntype dialOptions struct {\n',
      'dialOptions configure a Dial call',
    ],
    [
      'without the name of the type before that (grpc-go: “BufferSlice offers a means …”)',
      'mem/buffer_slice.go',
      '// BufferSlice offers a means to represent data in several buffers.\ntype BufferSlice []Buffer\n',
      'means to represent data in several buffers',
    ],
    [
      'without what makes a word bold (rayon: “**Parallel** Slice sorting”)',
      'src/slice/sort.rs',
      '//! **Parallel** sorting of slices\n',
      'Parallel sorting of slices',
    ],
    [
      'up to a clause that says more of it (client_golang metric.go)',
      'metric.go',
      '// A Metric models a single sample value with its meta data being exported to\n// Prometheus. Implementations are many.\ntype Metric interface {\n',
      'A Metric models a single sample value',
    ],
    [
      'whole up to its clause, not cut at an “and” that joins words (axum)',
      'src/lib.rs',
      '//! axum is an HTTP routing and request-handling library that focuses on ergonomics and modularity.\n',
      'axum is an HTTP routing and request-handling library',
    ],
    [
      'in what its one type says, where that speaks of the file (caddy fastcgi.go)',
      'fastcgi.go',
      '// Transport facilitates FastCGI communication.\ntype Transport struct {\n',
      'Transport facilitates FastCGI communication',
    ],
    [
      'or not, where only a short name comes up in it (client_golang http.go)',
      'http.go',
      '// Compression represents the encodings that handlers support for HTTP responses.\ntype Compression string\n',
      '',
    ],
    ...[
      'Rejects all incoming connections that come from addresses outside the ranges which the owner has set.',
      'Determines whether a given label set is muted based on the currently active alerts of the whole cluster.',
      'Reader that dispenses tokens, similarly to a lexer, except that it can seek back to all of what was read.',
    ].map((said): [string, string, string, string] => [
      `or not, where its beginning says something else: ${said}`,
      'limits.go',
      `// ${said}\ntype Limits struct {\n`,
      '',
    ]),
    [
      'or not, where a word of its name only has those letters',
      'io.go',
      '// Session keeps the state of one client.\ntype Session struct {\n',
      '',
    ],
    [
      'or not, where it speaks of something else (gin form_mapping.go)',
      'form_mapping.go',
      '// BindUnmarshaler is the interface used to wrap the UnmarshalParam method.\ntype BindUnmarshaler interface {\n',
      '',
    ],
    [
      'or not, where a program begins (ripgrep: “Then, as it was”)',
      'src/main.rs',
      '/// Then, as it was, then again it will be.\nfn main() {\n',
      '',
    ],
    [
      'or not, in when it says yes (ripgrep messages.rs)',
      'messages.rs',
      '/// Returns true if and only if messages should be shown.\npub fn messages() {\n',
      '',
    ],
    ['or not at all', 'response_writer.go', '// ResponseWriter ...\ntype ResponseWriter interface {\n', ''],
    [
      'or not, where it only says another name',
      'field.go',
      '// Field is an alias for Field.\ntype Field = x.Field\n',
      '',
    ],
    ['or not, in a mark of Sphinx', 'version.py', '"""\n.. testsetup::\n\n    from packaging import parse\n"""\n', ''],
    [
      'or not, in what an error says',
      'metadata.py',
      'class MetadataError(Exception):\n    """A field is wrong."""\n',
      '',
    ],
    [
      'for what it is named after, however far down (rich console.py)',
      'console.py',
      `class ConsoleDimensions:\n    """Size of the terminal."""\n${'\n'.repeat(600)}class Console:\n    """A high level console interface.\n"""\n`,
      'A high level console interface',
    ],
    [
      'or not, in a heading among its types (vite pluginContainer.ts)',
      'pluginContainer.ts',
      '// Backward compatibility\nclass PluginContainer {\n',
      '',
    ],
    [
      'or not, in what only says that it will go (kombu)',
      'utils.py',
      '"""DEPRECATED - Import from modules below."""\n',
      '',
    ],
    [
      'or not, in what is internal (nats.go js.go)',
      'js.go',
      '// js is an internal struct from a context.\ntype js struct {\n',
      '',
    ],
    [
      'or not, in what a method says',
      'level.go',
      '// Level returns the minimum level.\nfunc (l *Logger) Level() {\n',
      '',
    ],
  ])('%s (%s)', (_, path, text, gist) => {
    expect(gistOf(path, text)).toBe(gist)
  })
})

describe('an entry goes by', () => {
  const nameNow = () => 'there' as const

  test('names that its file declares, and not by what that uses', () => {
    const speaking = (text: string) => [1, 2].map(() => ({ about: text, text: '' }))
    const of = (said: string, declared?: readonly string[]) =>
      commonNames([...speaking(said), ...speaking('other')], { called: 'x', nameNow, declared })
    expect(of('`PoolKey` of a `VecDeque`')).toEqual(['PoolKey', 'VecDeque'])
    expect(of('`PoolKey` of a `VecDeque`', ['PoolKey'])).toEqual(['PoolKey'])
    expect(of('`metricVec` in a `MetricVec`', ['MetricVec', 'metricVec'])).toHaveLength(1)
    expect(of('`self.stream`', ['PoolKey'])).toEqual([])
  })

  const titled = (domain: string, topic: string, file: string, gist = '', name = topic, about = 'Other'): string =>
    titleOf(
      { folder: toFolder(domain, topic), name, file, analyses: [analysed('One', {}), analysed('Two', {})] },
      {
        gists: new Map([[file, gist]]),
        lessons: [1, 2, 3, 4].map(() => ({ about, text: '' })),
        nameNow,
        headline: '',
        commentCount: 0,
        spoken: new Set(),
      },
    )

  test('what all of a crate is for, and not by src/lib.rs', () => {
    expect(titled('src', 'lib', 'src/lib.rs', 'A simple, safe HTTP client')).toBe('A simple, safe HTTP client')
    expect(titled('src', 'lib', 'src/lib.rs')).toBe('src/lib.rs')
    expect(titled('src', 'utils', 'src/utils.rs', '', 'utils', '`openDoor` of a `FrontDoor`')).toBe(
      'src/utils.rs: FrontDoor, openDoor',
    )
  })

  test('of a long history, its headline where there is only one, and no crate for a few (http: “header: HTTP header types”, “A general purpose library …”)', () => {
    const titledBy = (file: string, count: number, isLong: boolean) =>
      titleOf(
        {
          folder: toFolder('src', 'http'),
          name: file.replace(/^.*\/|\..*$/g, ''),
          file,
          analyses: [analysed('x', {})],
        },
        {
          gists: new Map([[file, 'HTTP header types']]),
          lessons: Array.from({ length: count }, (_, at) => ({ about: `Export name ${at}`, text: '' })),
          nameNow,
          headline: 'Export name 0',
          commentCount: 0,
          isLong,
          spoken: new Set(),
        },
      )
    expect(titledBy('src/header.rs', 1, true)).not.toContain('HTTP header types')
    expect(titledBy('src/header.rs', 2, true)).toContain('HTTP header types')
    // Of a few commits an entry is at its beginning.
    expect(titledBy('src/header.rs', 1, false)).toContain('HTTP header types')
  })

  test('the folder of an index file, and by all of where it lies in a folder that is called as many are', () => {
    expect(titled('shop', 'goods', 'src/goods/index.ts', 'Keeps goods', 'index')).toBe('goods: Keeps goods')
    expect(titled('urllib3', 'util', 'src/urllib3/util/retry.py', 'Retry configuration', 'retry')).toBe(
      'urllib3 util retry: Retry configuration',
    )
    expect(titled('urllib3', 'util', 'src/urllib3/util/__init__.py', '', 'util')).toBe('urllib3 util')
  })
})

test.each([
  [
    'encode.go',
    'package encode\n\n// Encode is a middleware which can encode responses.\ntype Encode struct {',
    'middleware which can encode responses',
  ],
  ['cookie/index.ts', '/**\n * @module\n * Cookie Helper for Hono.\n */\nimport x', 'Cookie Helper for Hono'],
  [
    '_types.py',
    '"""\nType definitions for type checking purposes.\n"""\n',
    'Type definitions for type checking purposes',
  ],
  ['lib.rs', '//! Routing and request handling.\n//!\n//! More.\n', 'Routing and request handling'],
  ['a.ts', '// Copyright 2020 somebody\nexport const a = 1\n', ''],
])('%s says what it is', (path, text, gist) => {
  expect(gistOf(path, text)).toBe(gist)
})

test.each([
  [
    'shop/encode.go',
    '// Encode is a middleware which counts bytes.\nfunc Encode() {}',
    'middleware which counts bytes',
  ],
  [
    'shop/encode.go',
    'package shop\n\n// Encode writes goods to disk.\nfunc Encode() {}',
    'Encode writes goods to disk',
  ],
  ['shop/encode.go', 'package shop\n\nfunc Encode() {}', ''],
  ['csrf/config.go', '// Config defines the config for middleware.\ntype Config struct {}', ''],
])('the comment above what a file is named after says what it is: %s', (path, text, gist) => {
  expect(gistOf(path, text)).toBe(gist)
})

describe('an overview says of a file', () => {
  test.each([
    [
      'more than a title can, as it stands there (bbolt cursor.go)',
      'cursor.go',
      'package bbolt\n\n// Cursor represents an iterator that can traverse over all key/value pairs in a bucket\n// in lexicographical order.\n// Cursors see nested buckets.\ntype Cursor struct {\n',
      'Cursor represents an iterator that can traverse over all key/value pairs in a bucket in lexicographical order',
    ],
    [
      'what its package is, below a licence and between marks that no line repeats (bbolt doc.go)',
      'doc.go',
      '// Copyright some\n\n/*\npackage bbolt implements a low-level key/value store in pure Go. It supports\ntransactions.\n\nMore.\n*/\npackage bbolt\n',
      'package bbolt implements a low-level key/value store in pure Go',
    ],
    [
      'what its one type is, where nothing has its name (caddy celmatcher.go)',
      'celmatcher.go',
      'package caddyhttp\n\n// nobody sees\ntype hidden struct {\n}\n\n// MatchExpression matches requests by evaluating a\n// CEL expression.\ntype MatchExpression struct {\n',
      '`MatchExpression` matches requests by evaluating a CEL expression',
    ],
    [
      'and its name before what does not say it',
      'src/routing.rs',
      '/// The error of it all.\npub struct RouteError;\n\n/// A router for composing handlers.\n#[derive(Clone)]\npub struct Routes {\n',
      '`Routes`: A router for composing handlers',
    ],
    [
      'nothing, where it offers several (caddy logging.go)',
      'logging.go',
      ['StringArray', 'ExtraLogFields']
        .map((name) => `// ${name} matches some of the requests.\ntype ${name} struct {\n}\n`)
        .join('\n'),
      undefined,
    ],
  ])('%s', (_, path, text, said) => {
    expect(purposeIn(path, text)?.said).toBe(said)
  })
})
