/** Bodies that robots write: which versions moved is in the manifest, and why nobody said. */
const written =
  /^(?:Bumps|Updates)\s(?:the (?:requirements|[\w./-]+ group)|\[)|^ {0,4}(?:- )?dependency-name:|^Automated changes by|^This PR was opened by the \[Changesets\s|^This PR contains the following updates|^updates:\n- (?:\[github\.com|https:\/\/github\.com)/m

/** Whether a robot wrote the body of a message. */
export const isByRobot = (body: string): boolean => written.test(body)

/** Whether a robot named what it did: "[pre-commit.ci] auto fixes from pre-commit.com hooks" (structlog 5abf7b53). */
export const isRobots = (headline: string): boolean => /^\[[a-z][a-z.-]{1,30}(?:\.ci|-bot|\[bot\])\] /i.test(headline)
