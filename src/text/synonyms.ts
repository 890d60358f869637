import { terms } from './terms.ts'

/**
 * Words that developers take for one another, a group between semicolons: who asks why it "crashes" is answered by a
 * commit that stops a "panic" (hyper c166268c). Only what says the same wherever code is written is here; a word may be
 * in several groups.
 */
const written = `
crash panic abort segfault;error exception failure fault;deadlock hang lockup freeze stuck;
slow performance speed fast quick latency throughput;remove drop delete strip;replace swap substitute supersede;
allow permit accept;forbid disallow reject deny prohibit refuse;response reply answer;stacktrace backtrace traceback;
dependency package crate library module;external third-party vendor;test spec;example sample demo snippet;
document readme manual guide;limit maximum cap bound;size length;minimum least lowest;timeout deadline expire;
shutdown terminate stop close quit exit;start launch boot begin;connection socket;peer client remote;server daemon;
send write emit;receive read;parse decode;serialize encode marshal;whitespace blank space indentation;
newline linebreak eol;folder directory subdirectory subfolder;option flag setting configuration;argument parameter;
terminal tty console;color highlight ansi;print output stdout display show;hide suppress silence;ignore skip omit;
parallel concurrent simultaneous;thread goroutine worker;lock mutex;memory allocation heap;copy clone duplicate;
null nil none undefined;list array slice vector;dictionary map object;callback handler hook listener;
endpoint route url;uri url link address;login authentication credential password;certificate tls ssl https;
vulnerability security unsafe exploit attack;compress gzip deflate;upgrade update bump;legacy old obsolete;
deprecated obsolete retire;compile build;macos osx darwin;windows win32;processor cpu core;ci workflow pipeline travis appveyor circleci;
typing annotation type;interface trait protocol;function method procedure routine;private internal unexported;
public export expose;experimental unstable;flaky intermittent unreliable;mock fake stub;predictable deterministic;
order sequence sort;twice duplicate double repeat;initial first original;wrong incorrect invalid bad;regex pattern;
search find lookup;endless infinite forever unbounded unlimited indefinitely;position offset;popup dialog;render draw;
interrupt signal sigint;subprocess process child;spawn fork;license copyright;typo spelling misspelling;
simplify simpler;split divide separate;merge combine join;import require include load;lazy deferred;
immediately instantly;payload body content;binary executable prebuilt;hash digest checksum;identifier id;
field attribute property member header;trailing trailer;escape backslash;big large huge enormous massive;
small tiny little;kilobyte kb kib;megabyte mb mib;gigabyte gb gib;millisecond ms millis msec;microsecond usec micros;
nanosecond ns nanos;threshold cutoff limit;restriction constraint limit;count number amount quantity;
boundary border edge;join concatenate concat glue;merge combine unify consolidate;separator delimiter;
existence presence;unavailable inaccessible unreachable;completely entirely fully totally;whole entire full complete;
partial incomplete;machine host;host hostname;caller client user;developer programmer;callback hook handler cb;
listener observer subscriber handler;verb method;timezone tz zone;utc gmt zulu;timestamp datetime time;
duration elapsed time;expire expiry ttl;sigterm terminate kill;sigkill kill;abort cancel;teardown cleanup;
gracefully cleanly;segfault sigsegv;die death crash;wait await;pause suspend;resume continue;
delay wait lag latency postpone defer;eager upfront;stale outdated obsolete;previous prior earlier preceding;
next following subsequent;initialize initialise init;prepend prefix;append suffix;leading prefix;trailing suffix;
launch start spawn;restart reboot relaunch;retry reattempt;deduplicate dedupe duplicate;unique distinct;
multiple several many;circular cyclic cycle;iterate traverse walk;parent ancestor;superclass base parent;
subclass derived;adjacent neighboring consecutive;asynchronous async;synchronous sync blocking;coroutine async;
promise future;task job;background daemon;memory ram;allocate malloc;release free deallocate;leak leakage;
gather collect accumulate;tokenizer lexer scanner;interpret parse;unnecessary needless superfluous redundant;
unused unreferenced dead;switch option flag;preference option setting;tweak tune adjust;overwrite clobber;
precedence priority;prefer favor;decide decision;detect discover recognize;download fetch retrieve;
guess infer heuristic;assume assumption presume;unknown unrecognized;alias synonym;abbreviation shorthand;
truncate shorten cut clip crop;strip trim;purge evict prune;lose loss missing;keep preserve retain retention;
save store persist;restore recover recovery;modify modification alter;immutable readonly frozen;constant const;
variadic varargs;call invoke invocation;execute exec run;forward relay;propagate bubble;proxy gateway;
intercept interceptor;bypass circumvent;prevent avoid;deny denial;permission privilege;superuser root sudo;
administrator admin;reachable accessible;coerce coercion cast convert;convert conversion transform translate;
internationalization i18n;localization l10n;locale language;checksum hash crc;index idx;enumeration enum;
shortcut keybinding hotkey;keystroke keypress key;sanitize escape;bracket paren brace parenthesis;asterisk star;
wildcard glob;mismatch differ;difference diff;compare comparison;equal identical;defect bug;break breakage;
reraise rethrow;notify notification;string str;character char;rune codepoint;numeral number digit;integer int;
decimal float fractional;boolean bool;byte octet;hexadecimal hex;encoding charset;decode unescape;
decompress uncompress;archive tarball;unpack extract;vulnerability cve;password passphrase;login signin;
random randomize shuffle;deterministic reproducible;intermittent flaky sporadic occasionally;always unconditionally;
interval period;slow sluggish slowdown;inefficient wasteful costly expensive;throttle ratelimit;benchmark bench;
cache memoize;information info;verbose detailed;quiet silent silence;constructor ctor;destructor dispose destroy;
disconnect hangup;connection conn;descriptor fd;request req;chunk piece;redraw repaint rerender;expose exposure export;
colorize color;kubernetes k8s;width wide;height tall;length len;grow growth expand expansion;extend extension;
decrease decrement reduce;reduce reduction lower;version ver;operator op;destination dest target;
remaining rest leftover;remainder modulo;overflow overrun exceed;wake wakeup;uninstall remove;resolve resolution;
solve solution;define definition;describe description;manual manpage man;help usage;placeholder dummy stub;
inspect examine;introspection reflection;linter lint;acknowledge ack;autocomplete completion;suggest hint;
statement stmt;declaration decl;syntax grammar;namespace ns;implementation impl;reimplement rewrite;
refactor restructure reorganize;reorder rearrange;simplify simplification;complexity complicated;utility helper;
behave behavior;honor respect obey;specification spec;consistent uniform;unexpected surprising;csrf xsrf;websocket ws;
address addr;localhost loopback;cwd workdir;watch monitor observe;calculate compute;evaluate eval;negative minus;
normalize normalization canonical;flatten flat;unsupported unimplemented;occur happen occurrence;trigger fire;
isolate sandbox;standalone independent;enable activate;disable deactivate;introduce introduction;
intentionally deliberately purposely;accidentally inadvertently unintentionally;builtin native;bundled builtin;
relocate move;lifetime lifespan lifecycle;alive live;preload prefetch;shim polyfill compat;adapter adaptor;
register registration;unregister deregister;yaml yml;javascript js;typescript ts;postgres postgresql;enough sufficient;
insufficient inadequate;untouched unchanged;average avg;email mail;uppercase capital;discard drop swallow;
plugin addon extension;startup boot launch;swallow suppress consume eat;missing absent absence lost gone;
disappear vanish gone;highest largest biggest maximum;lowest smallest minimum;inner internal inside within nested;
outer external outside enclosing;omit omission exclude exclusion skip;reload refresh;emit output produce;
incorrect wrong erroneous mistaken improperly;recent latest newest;increase increment raise;
invert inversion reverse backwards flip;conflict clash collide collision;check verify validate validation verification;
temporary transient;transmit send;delete erase wipe clear;tolerate lenient relaxed;receive receipt;statistics stats;
fail failure error;mangle garble corrupt;comply compliance conform compliant;confusing misleading;revert undo rollback;
arm aarch64 arm64;cast assertion;description desc;
choose choice select pick;verbatim literally raw;dash hyphen;architecture arch;shard partition split;move mv;copy cp;remove delete rm;scheme protocol`

const groups = written.trim().split(/[;\n]+/)

/** The terms that may stand for a term. Only groups with a word that begins like it are stemmed: a question has no time for all. */
export function synonymsOf(term: string): ReadonlySet<string> {
  const beginning = term.slice(0, 3)
  const own = groups
    .filter((group) => ` ${group}`.includes(` ${beginning}`))
    .map((group) => group.split(' ').flatMap((word) => terms(word).slice(-1)))
    .filter((group) => group.includes(term))
  return new Set(own.flat().filter((other) => other !== term))
}
