import { describe, expect, test } from 'vitest'
import { withReplaced } from '../../src/curate/standing/replaced.ts'
import { withOutcomes } from '../../src/curate/standing/outcomes.ts'
import { analysed, analysisOf, commitOf, pieceOf } from '../support/commits.ts'

describe('what holds today', () => {
  const holdsOf = (analyses: ReturnType<typeof analysed>[], manifests: readonly string[] = []) =>
    withReplaced(
      withOutcomes(analyses, {
        lineHistories: () => undefined,
        soFar: () => undefined,
        files: undefined,
        manifests,
      }),
    ).map(({ evidence }) => evidence.find(({ kind }) => kind === 'lesson')?.note)

  test('is the highest version that is asked for (client_golang 6635a8f3, 46d3dd4e)', () => {
    const [low, high] = [
      analysed('Bump minumim required Go version to 1.13', { 'go.mod': { added: ['go 1.13'] } }),
      analysed('Bump minimum required Go version to 1.16 (#1032)', { 'go.mod': { added: ['go 1.16'] } }),
    ]
    expect(holdsOf([low, high])).toMatchObject([
      { status: 'past', supersededBy: [high.sha.slice(0, 8)] },
      { status: 'current' },
    ])
    // A lower one is asked for beside a higher one by what still has to run there.
    expect(holdsOf([high, low])).toMatchObject([{ status: 'current' }, { status: 'current' }])
  })

  test('is the highest version of a dependency, whatever else was done for a lower one (pyjwt aaf2ac3e, 3def8d80)', () => {
    const asks = (version: string) =>
      analysed(`Require cryptography >= ${version}, replace deprecated function`, {
        'jwt/utils.py': { added: ['a()'] },
      })
    const [first, second, same] = [asks('1.0'), asks('1.4'), asks('1.4')]
    expect(holdsOf([first, second, same])).toMatchObject([
      { status: 'partly', supersededBy: [second.sha.slice(0, 8)] },
      { status: 'current' },
      { status: 'current' },
    ])
    const manifest = analysed('Update what it needs', {
      'pyproject.toml': { added: ['dependencies = ["cryptography>=3.4.0"]'] },
    })
    expect(holdsOf([second, manifest])[0]?.status).toBe('current')
    expect(
      holdsOf([
        second,
        { ...manifest, evidence: [pieceOf('dependency', 'x', { about: 'cryptography', value: '>=3.4.0' })] },
      ])[0],
    ).toMatchObject({ status: 'partly', supersededBy: [manifest.sha.slice(0, 8)] })
  })

  test('is the edition and the version that a project moved to last (memchr 7808ddcf, 952717e1)', () => {
    const [old, edition, next, version] = [
      analysed('bump to Rust 1.28', { 'Cargo.toml': { added: ['x = 1'] } }),
      analysed('cargo: migrate to Rust 2018', { 'Cargo.toml': { added: ['edition = "2018"'] } }),
      analysed('migrate to Rust 2021', { 'Cargo.toml': { added: ['edition = "2021"'] } }),
      analysed('msrv: bump to Rust 1.61', { 'Cargo.toml': { added: ['x = 2'] } }),
    ]
    // An edition, a toolchain and what runs on a server are not what is asked for.
    for (const later of ['Migrate to Rust edition 2021', 'Upgrade to Rust 1.80 toolchain', 'Move to Rust 1.90 on CI'])
      expect(
        holdsOf([version, analysed(later, { 'Cargo.toml': { added: ['x = 3'] } })]).map((note) => note?.status),
        later,
      ).toEqual(['current', 'current'])
    // What one package of the project asks for is no word on the others (regex 918350a5, e6999182).
    const blobs = { before: '5'.repeat(40), after: '6'.repeat(40) }
    const raised = (path: string) =>
      analysisOf(
        commitOf('Use what is new', { [path]: blobs }),
        new Map([
          [blobs.before, '[package]\nname = "a"\n'],
          [blobs.after, '[package]\nname = "a"\nrust-version = "1.65"\n'],
        ]),
      )
    const first = analysed('bump to Rust 1.28', { 'Cargo.toml': { added: ['x = 1'] } })
    for (const [path, status] of [
      ['Cargo.toml', 'past'],
      ['capi/Cargo.toml', 'current'],
    ] as const)
      expect(holdsOf([first, raised(path)])[0]?.status, path).toBe(status)
    // Where the project has none of its own, that of a folder is the project's.
    const below = analysed('bump to Rust 1.28', { 'server/Cargo.toml': { added: ['x = 1'] } })
    expect(holdsOf([below, raised('server/Cargo.toml')])[0]?.status).toBe('past')
    // No manifest calls it so (http e7a73372).
    const msrv = analysed('chore: bump MSRV to 1.57', { 'Cargo.toml': { added: ['rust-version = "1.57"'] } })
    expect(holdsOf([msrv], ['rust-version = "1.57"']).map((note) => note?.status)).toEqual(['current'])
    expect(holdsOf([old, edition, next, version]).map((note) => note?.status)).toEqual([
      'past',
      'past',
      'current',
      'current',
    ])
  })

  test('is what else was done when a version was raised that was raised again (bat ce856dbb)', () => {
    const raised = analysed('chore: bump MSRV to 1.88', { 'Cargo.toml': { added: ['rust-version = "1.88"'] } })
    const more = (subject: string) =>
      holdsOf([
        analysed(subject, { 'Cargo.toml': { added: ['rust-version = "1.87"'], removed: ['home = "0.5"'] } }),
        raised,
      ])[0]?.status
    expect(more('Bump MSRV to 1.87')).toBe('past')
    expect(more('Require Rust 1.87; drop 1.86')).toBe('past')
    expect(more('Update etcetera to 0.11; no longer depend on `home`; MSRV 1.87')).toBe('current')
  })

  test('is a version of which only the reason says what it is of (quinn 01b95116: 1.47, where 1.88 is asked for)', () => {
    const old = analysed(
      'Update the minimal required version to 1.47\n\nThis raises the minimum required Rust version to 1.47, because a range has a default since.',
      { 'Cargo.toml': { added: ['x = 1'] } },
    )
    const raised = analysed('chore: bump MSRV to 1.88', { 'Cargo.toml': { added: ['rust-version = "1.88"'] } })
    expect(holdsOf([old, raised])[0]?.status).toBe('past')
    const other = analysed('Require Go 1.20', { 'go.mod': { added: ['go 1.20'] } })
    const aside = analysed(
      'Require at least 2.1 of the protocol\n\nClients built with Go 1.25 or later cannot speak 2.0, because it was cut.',
      { 'a.go': { added: ['x := 1'] } },
    )
    expect(holdsOf([other, aside])[0]?.status).toBe('current')
  })
})
