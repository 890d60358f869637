import { anyOf } from '../../text/alternatives.ts'
import { posix } from 'node:path'
import { madeOnce } from '../../text/made-once.ts'
import { languageOf } from './language.ts'

/** What a file is to its project, from the most telling of where knowledge belongs to the least. */
export type FileKind = (typeof fileKinds)[number]
const fileKinds = ['code', 'test', 'docs', 'config'] as const

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))
// What folders are called, by what is in them.
const testFolders = set(
  'test tests test-d testsuite __tests__ spec specs e2e testing fixture fixtures testdata benches benchmark benchmarks ' +
    'compile-fail compile_fail dummyserver testhelper testhelpers test-helper test-helpers test_helper test_helpers ' +
    'testsupport test-support test_support testutil testutils test-util test-utils test_util test_utils',
)
const vendorFolders = set('vendor _vendor vendored third_party node_modules bower_components')
/**
 * A folder of examples is told by where it lies, too: see isExample. A project may itself lie below github.com, and write of third
 * parties: that is read, and what it shows is not the project's own.
 */
const sampleFolders = set(
  'fixture fixtures __fixtures__ testdata sample samples examples playground third-party github.com',
)
const docsFolders = set('doc docs')

/** Whether a file lies below a folder of one of these names; one in capitals may be a part of the product: `src/Vendor/`. */
const isBelow = (path: string, ...names: readonly ReadonlySet<string>[]): boolean => {
  const folders = path.split('/').slice(0, -1)
  return folders.some((folder) => names.some((known) => known.has(folder)))
}
/** A package that says by the last word of its name that it shows how others are used: `rayon-demo/src/main.rs`, `packages/sfc-playground/`. */
const samplePackage = /^(?:(?:crates|packages)\/)?\w[\w.-]{0,60}[-_](?:demos?|examples?|playground|samples?)\//
// Those that follow are asked of a file's name alone, without its folder.
const testName =
  /[._-](?:test|tests|test-d|spec|e2e|bench)\..|_test\.\w+$|^test_.+\.py$|Tests?\.(?:java|kt|cs)$|^tests\.rs$|\.\w*filetest$/
/**
 * What tests a small project as a whole, beside its code (hiredis), and what stands in the folder of what it tests
 * (`src/addDays/test.ts`, `src/join/test.rs`); `jinja2/tests.py`, mocha's `lib/test.js` and a crate's `src/test.rs` are code.
 */
const testBesideCode =
  /^tests?\.(?:cc?|cpp|[cm]?[jt]s)$|^[^/]+\/.+\/test\.[cm]?[jt]sx?$|^[^/]+\/.+(?<!\/src)\/test\.rs$/
const docsName = anyOf()`
  \.(?:md|mdx|markdown|rst|rdoc|textile|adoc|txt|MD|RST|[1-9])$
  ^(?:
    (?:UN)?LICEN[CS]E|COPYING|AUTHORS|CONTRIBUTORS|MAINTAINERS|(?:CODE)?OWNERS|NOTICE|README|CHANGES
    CHANGELOG|HISTORY|NEWS|THANKS|TODO|KNOWN_ISSUES
  )(?:-[\w.-]+)?$
`
const configName = anyOf()`
  ^(?:
    package\.json|tsconfig.*\.json|Makefile(?:\..+)?|Dockerfile.*|docker-compose.*
    Cargo\.(?:lock(?:\..+)?|toml)|go\.(?:mod|sum)|(?:package-lock|npm-shrinkwrap)\.json|pyproject\.toml
    setup\.(?:py|cfg)|requirements.*\.txt|(?:Gem|Pip|Rake)file|VERSION|CNAME|noxfile\.py|CMakeLists\.txt
    .+\.gemspec|MANIFEST\.in|build\.gradle.*|pom\.xml
  )$
  \.conf(?:ig)?\.\w+$|\.(?:ya?ml|toml|ini|cfg|lockb?|properties|gitignore|npmrc)$
`
const hidden = /(?:^|\/)\.[^/]|^(?:_?travis|ci)\//
/** What people read in a folder of settings: `.github/contributing.md` (vue ccca42fe). Forms, and notes of changes, are for programs. */
const hiddenPage = /^\.(?!change)[\w-]{1,40}\/(?!.{0,200}template).{1,200}\.(?:md|rst)$/i

/** Sorts a file by its path alone. */
export const fileKindOf = (path: string): FileKind => known(path).kind

/** A history names the same files again and again, and of each it is asked at every turn. */
const known = madeOnce((path) => ({
  kind: kindBy(path),
  isSample:
    isBelow(path.toLowerCase(), sampleFolders, vendorFolders) || samplePackage.test(path) || generated.test(path),
}))

function kindBy(path: string): FileKind {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (isBelow(path.toLowerCase(), testFolders)) return 'test'
  // A workflow that is called run-tests.yml runs them.
  if (hidden.test(path)) return hiddenPage.test(path) ? 'docs' : 'config'
  if (testName.test(name) || testBesideCode.test(path)) return 'test'
  if (configName.test(name)) return 'config'
  if (docsName.test(name) || isPackageDoc(path) || isBelow(path, docsFolders) || isReleaseNote(path)) return 'docs'
  return 'code'
}

/**
 * Tells a change that a release lists, a file each, in a folder of that release: `changelog/unreleased/pull-5212`, which is
 * `changelog/0.18.0_2025-03-27/pull-5212` by now (restic 9331461a).
 */
export const isReleaseNote = (path: string): boolean =>
  /(?:^|\/)changelogs?\/(?:unreleased|v?\d[\w.-]*)\/[^/]+$/i.test(path) && languageOf(path) === 'other'

/** Tells what a project offers to those who test with it, and documents: `prometheus/testutil/testutil.go`. */
export const isTestSupport = (path: string): boolean =>
  /(?:^|\/)test[-_]?(?:helpers?|support|utils?)\/[^/]*$/i.test(path) &&
  !testName.test(path.slice(path.lastIndexOf('/') + 1))

/** Tells a source file that holds nothing but the comment which documents its package, as `go doc` and Javadoc want it. */
export const isPackageDoc = (path: string): boolean => /(?:^|\/)(?:doc\.go|package-info\.java)$/.test(path)

/** Tells what tests run on, what examples show, what others wrote and what a program wrote: it may look like the project's own. */
export const isSample = (path: string): boolean => known(path).isSample
const generated = /(?:_string|\.pb|[._]gen(?:erated)?|(?:_vfs|bin)data)\.(?:go|ts|js|py|rs|dart|cs)$/i

/** Tells what others wrote and somebody put among the files of the project. */
export const isVendored = (path: string): boolean => isBelow(path, vendorFolders)

/**
 * Tells what is no part of a product whatever it holds, as a package below it: tests, pages, samples, templates, and what others wrote.
 * What helps to test is one: `packages/testing`, `crates/spec`.
 */
export const isBesideProduct = (path: string): boolean => isBelow(path, besideProduct, docsFolders, vendorFolders)
const besideProduct = set(
  'test tests __tests__ fixture fixtures testdata benchmark benchmarks example examples playground template templates integration',
)

/** Whether a file, or a topic that goes by it, is called as the first file of every folder is. */
export const isEntrance = (stem: string): boolean => /^(?:index|main|mod|lib|init|__init__|readme|package)$/i.test(stem)

/** What a file of tests is called in a sentence: with its folder, where others have one of that name (hono `cors/index.test.ts`). */
export function testFileName(path: string): string {
  const parts = path.split('/')
  const stem = stemOf(path)
  return parts.slice(isEntrance(stem) || /^tests?$/i.test(stem) ? -2 : -1).join('/')
}

/** Tells what shows how the project is used. */
export const isExample = (path: string): boolean =>
  /(?:^|\/)_?examples\/|^_?(?:demos?|example)\//.test(path) || samplePackage.test(path)

/** Tells the file in which a package says what it is made of. */
export const isPackageManifest = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|Cargo\.toml|pyproject\.toml|setup\.(?:py|cfg)|go\.mod|pom\.xml|build\.gradle[.\w]*|[\w.-]+\.gemspec)$/.test(
    path,
  )

/** Names a file without folder, extensions and test suffix: `test/reply.test.js` is about `reply`. */
export const stemOf = (path: string): string =>
  posix
    .basename(path)
    .replace(/^\./, '')
    .replace(/\.[^.]+$/, '')
    .replace(/[._-](?:test|tests|spec|e2e|bench|d)$/, '')
    .replace(/^test_/, '')

/** Puts code before its tests, and both before documents and settings; else as they came. */
export const codeFirst = (paths: readonly string[]): readonly string[] =>
  paths.toSorted((a, b) => placeOf(a) - placeOf(b))

const placeOf = (path: string): number => fileKinds.indexOf(fileKindOf(path))

/** Keeps the files of the most telling kind that are there. */
export function mostSignificantFiles(paths: readonly string[]): readonly string[] {
  for (const kind of fileKinds) {
    const found = paths.filter((path) => fileKindOf(path) === kind)
    if (found.length > 0) return found
  }
  return []
}

/** Whether a folder, or a topic that goes by it, says what kind of files it holds, and nothing of a subject. */
export const isKindOfFiles = (folder: string): boolean => kindsOfFiles.test(folder)
const kindsOfFiles =
  /^(?:general|notes|core|common|src|source|lib|libs|pkg|internal|cmd|app|tests?|types?|docs?|scripts?|examples?|tools?|util\w*|packages?|modules?|conventions?|ci)$/i

/** Whether a file's stem says what every folder has, and nothing of what is in it. */
export const isDull = (stem: string): boolean => dull.test(stem)
const dull =
  /^(?:index|main|mod|lib|init|__init__|utils?|helpers?|types?|common|misc|base|core|constants?|readme|package|handlers?)$/i
