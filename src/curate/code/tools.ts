import { fileKindOf } from './files.ts'

// What projects are checked, tested and built with, by the names that settings call them.

const tool = new RegExp(
  String.raw`(?<![\w-])(?:appveyor|autopep8|babel|bazel|black|bors|bower|browserify|buildkite|circleci|cirrus|codeclimate|codecov|` +
    String.raw`coveralls|docformatter|eslint|flake8|glide|godep|golint|gometalinter|govendor|grunt|gulp|homu|isort|` +
    String.raw`istanbul|jasmine|jenkins|jest|jscs|jshint|karma|lerna|mocha|mypy|nox|nyc|pdm|pipenv|poetry|prettier|pycodestyle|` +
    String.raw`pyflakes|pylint|pyright|pytest|pyupgrade|rollup|ruff|semantic-release|tox|travis|tslint|twine|` +
    String.raw`vitest|webpack|yapf|yarn|zuul)(?![\w])`,
  'gi',
)

/** The tools that a text names, in lower case. */
export const toolsIn = (text: string): readonly string[] => [
  ...new Set((text.match(tool) ?? []).map((name) => name.toLowerCase())),
]

/** The tools that a file of settings names, by what it is called or what it says; what is locked, others need. */
export const toolsOf = (path: string, text: string): readonly string[] =>
  fileKindOf(path) !== 'config' || locked.test(path) ? [] : toolsIn(`${path}\n${text.replace(comments, '')}`)

/** "Like Black, use double quotes" (pyjwt ruff.toml). */
const comments = /^[ \t]{0,80}(?:#|\/\/).*$/gm

/** `package-lock.json`, `yarn.lock`, `go.sum`. */
const locked = /[.-]lock(?:\.\w+)?$|(?:^|\/)(?:go\.sum|npm-shrinkwrap\.json)$/
