import { terms } from './terms.ts'

/**
 * Words that developers take for one another, a group a line: who asks why it "crashes" is answered by a commit that stops
 * a "panic" (hyper c166268c). Only what says the same wherever code is written is here; a word may be in several groups.
 */
const written = `
crash panic abort segfault
error exception failure fault
hang freeze stuck deadlock
slow performance speed fast quick latency throughput
remove drop delete strip
replace swap substitute supersede
allow permit accept
forbid disallow reject deny prohibit refuse
response reply answer
stacktrace backtrace traceback
dependency package crate library module
external third-party vendor
test spec
example sample demo snippet
document readme manual guide
limit maximum cap bound
size length
minimum least lowest
timeout deadline expire
shutdown terminate stop close quit exit
start launch boot begin
connection socket
peer client remote
server daemon
send write emit
receive read
parse decode
serialize encode marshal
whitespace blank space indentation
newline linebreak eol
folder directory
option flag setting configuration
argument parameter
terminal tty console
color highlight ansi
print output stdout display show
hide suppress silence
ignore skip omit
parallel concurrent simultaneous
thread goroutine worker
lock mutex
memory allocation heap
copy clone duplicate
null nil none undefined
list array slice vector
dictionary map object
callback handler hook listener
endpoint route url
uri url link address
login authentication credential password
certificate tls ssl https
vulnerability security unsafe exploit attack
compress gzip deflate
upgrade update bump
legacy old obsolete
deprecated obsolete retire
compile build
macos osx darwin
windows win32
processor cpu core
ci workflow pipeline
typing annotation type
interface trait protocol
method function
private internal unexported
public export expose
experimental unstable
flaky intermittent unreliable
mock fake stub
predictable deterministic
order sequence sort
twice duplicate double repeat
initial first original
wrong incorrect invalid bad
regex pattern
search find lookup
infinite endless forever
position offset
popup dialog
render draw
interrupt signal sigint
subprocess process child
spawn fork
license copyright
typo spelling misspelling
simplify simpler
split separate
merge combine join
import require include load
lazy deferred
immediately instantly
payload body content
binary executable prebuilt
hash digest checksum
identifier id
field attribute property member header
trailing trailer
escape backslash`

const groups = written.trim().split('\n')

/** The terms that may stand for a term. Only groups with a word that begins like it are stemmed: a question has no time for all. */
export function synonymsOf(term: string): ReadonlySet<string> {
  const beginning = term.slice(0, 3)
  const own = groups
    .filter((group) => ` ${group}`.includes(` ${beginning}`))
    .map((group) => group.split(' ').flatMap((word) => terms(word).slice(-1)))
    .filter((group) => group.includes(term))
  return new Set(own.flat().filter((other) => other !== term))
}
