import { anyOf } from '../../text/alternatives.ts'

// What a line of code declares, in whatever language it is written.

/** The type that a block of Rust implements something for; '' where that has no name of its own, and for any other line. */
export function implemented(line: string): string {
  if (line.length > longestImpl || !/^\s*(?:unsafe )?impl\b/.test(line)) return ''
  const [head = ''] = withoutGenerics(line.replaceAll('->', '')).split(' where ')
  const end = head.includes(' for ') ? head.indexOf(' for ') + ' for '.length : head.indexOf('impl ') + 'impl '.length
  const name = /^(?:dyn )?(?:\w{1,60}::){0,4}([A-Za-z_]\w{0,60})/.exec(head.slice(end))?.[1] ?? ''
  // What is implemented for a parameter is implemented for anything: `impl<F> Service for F`.
  const [, parameters = ''] = line.split('impl<', 2)
  return parameters.split(',').some((one) => one.trim().split(/[:>\s]/, 1)[0] === name) ? '' : name
}

const longestImpl = 300

const withoutGenerics = (line: string): string =>
  /<[^<>]*>/.test(line) ? withoutGenerics(line.replaceAll(/<[^<>]*>/g, '')) : line

/** The method of a class or an object that a line of JavaScript begins: `async _onResponse(response) {`. */
const methodIn = (line: string): string => (line.length > longestImpl ? '' : (methodShape.exec(line)?.[1] ?? ''))

const methodShape = anyOf()`
  ^\s+(?:(?:async|get|override|private|protected|public|set|static)\s+|\*\s*){0,4}(?!
    (?:
      catch|do|elif|else|for|func|function|if|in|loop|match|return|select|switch|unless|until|while
      with|yield
    )\b
  )(#?[A-Za-z_$][\w$]*)\s*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?::[^{}=;]{1,80})?\{\s*$
`

/** A type that Go declares among others, in brackets: `MsgHandler func(msg *Msg)`. */
export const goGrouped = /^\t([A-Z]\w{1,60}) +(?:func|interface|struct)\b/

/** A method of Go, with the type that it is of: `func (r *Raft) installSnapshot(rpc RPC) {`. */
const goMethod = /^func \((?:\w{1,60} +)?\*?(\w{1,60})(?:\[.{0,80}\])?\) +(\w{1,80})/

/** The name that a line declares, '' where it declares none. */
export const declaredIn = (line: string): string =>
  implemented(line) ||
  methodIn(line) ||
  goGrouped.exec(line)?.[1] ||
  goMethod.exec(line)?.slice(1, 3).join('.') ||
  (declaration.exec(line)?.[1] ?? '')

const declaration = anyOf()`
  ^\s*(?:
    (?:
      export|default|public|private|protected|static|async|abstract|final|pub(?:\([^)]*\))?|unsafe
      const(?=\s+(?:async\s+|unsafe\s+)?fn\b)
    )\s+
  )*(?:
    function\*?|class|def|func|fn|struct|interface|module|type|enum|trait|const(?!\s+enum\b)|let|var
  )\s+(?:mut\s+)?(?:\([^)]*\)\s*)?([A-Za-z_$][\w$.]*)
`

/** The name in git's function context, such as `function onSend (request) {`; '' where there is none. */
export function nameIn(section: string): string {
  if (implemented(section) !== '') return implemented(section)
  const [, name = ''] =
    /\b(?:function\*?|class|def|func|fn|struct|interface|impl|type|enum|trait)\s+(?:\([^()]*\)\s*)?([A-Za-z_$][\w$.]*)/.exec(
      section,
    ) ??
    /^[\w\s*&:<>,]*?(?<!\w)([A-Za-z_]\w+)\s*\(/.exec(section) ??
    []
  return /^(?:if|for|while|switch|return|describe|it|test|catch|type|const|var|import|struct)$/.test(name) ? '' : name
}
