/**
 * What developers write short: the long form, then the short ones. A question asks for the configuration where its commit
 * says `config`. Only what stands for one thing wherever code is written is here: `res` is a result or a response, `init` a
 * name more often than a word, and a longer list found one answer less on the questions of `test/bench`.
 */
const written = `
argument arg args;attribute attr attrs;authentication auth;certificate cert certs;command cmd cmds;configuration config configs conf;
database db dbs;dependency dep deps;directory dir dirs;document doc docs;environment env;error err errs;function func funcs fn;
library lib libs;maximum max;message msg msgs;minimum min;package pkg pkgs;parameter param params;property prop props;
reference ref refs;regex regexp regexps regexes;repository repo repos;temporary tmp temp;variable var vars`

/** Short forms, with the word they stand for. */
export const abbreviations: ReadonlyMap<string, string> = new Map(
  written.split(/[;\n]+/).flatMap((line) => {
    const [whole = '', ...short] = line.trim().split(/\s+/)
    return short.map((form) => [form, whole] as const)
  }),
)
