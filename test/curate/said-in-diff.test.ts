import { expect, test } from 'vitest'
import { saidInDiff } from '../../src/curate/evidence/said-in-diff.ts'
import { commitFrom, type RealCommit } from '../support/real-commits.ts'

const saidIn = (from: string, patches: Readonly<Record<string, string>>, message = 'Say nothing else'): string =>
  saidInDiff(
    commitFrom({
      from,
      message,
      files: Object.entries(patches).map(([path, patch]): RealCommit['files'][number] => ({
        path,
        status: 'modified',
        patch,
      })),
      teaches: [],
      notTeaches: [],
    }),
  )
    .map(({ text }) => text)
    .join('\n')

test('a bare commit says what it wrote for the changelog, then what its comments explain', () => {
  const said = saidIn('pallets/flask c6586391, shortened', {
    'CHANGES.rst': `@@ -10,0 +11,3 @@
+-   URL matching now occurs after the request context is pushed, rather
+    than when it's created.`,
    'src/flask/ctx.py': `@@ -20,0 +21,3 @@ class RequestContext:
+        # Open the session at the moment that the request context is
+        # available, because custom converters need it.
+        self.match_request()`,
  })
  expect(said.split('\n')).toEqual([
    "URL matching now occurs after the request context is pushed, rather than when it's created.",
    'Open the session at the moment that the request context is available, because custom converters need it.',
  ])
})

test('a comment that begins small is whole where its own code stands below (cobra b1e90a79)', () => {
  const comment = '+// automatic prefix matching can be a dangerous thing to enable in tools.'
  const added = (code: string, removed = ''): string =>
    saidIn('spf13/cobra b1e90a79, shortened', { 'cobra.go': `@@ -1 +1,9 @@\n${removed}${comment}\n${code}` })
  const code = Array.from({ length: 4 }, (_, at) => `+var EnablePrefix${at} bool = false`).join('\n')
  expect(added(code)).toBe('automatic prefix matching can be a dangerous thing to enable in tools.')
  expect(added(code, '-// Prefixes are fine, and besides,\n')).toBe('')
})

test('a bare commit of one changed line shows it', () => {
  expect(
    saidIn('junegunn/fzf 1ab4289a', {
      'src/options.go': `@@ -1 +1 @@
-	sizeRegex := regexp.MustCompile("^[0-9]+%?$")
+	sizeRegex := regexp.MustCompile("^[1-9][0-9]*%?$")`,
      'test/test_go.rb': `@@ -0,0 +1 @@
+    assert_equal 1, 1`,
    }),
  ).toBe('- `sizeRegex := regexp.MustCompile("^[0-9]+%?$")` + `sizeRegex := regexp.MustCompile("^[1-9][0-9]*%?$")`')
})

test('"how long is the timeout" was answered with a bare title, though its diff sets the number', () => {
  const patch = `@@ -202,1 +202,5 @@ class Command(object):
-            with self._build_session(options, retries=0) as session:
+            with self._build_session(
+                    options,
+                    retries=0,
+                    timeout=min(5, options.timeout)) as session:
+                session.timeout = (timeout if timeout is not None else options.timeout)`
  const title = 'Use a smaller timeout by default on the pip version check'
  expect(saidIn('pypa/pip 751cc456, shortened', { 'pip/basecommand.py': patch }, title)).toBe(
    '+ `timeout=min(5, options.timeout)) as session:`',
  )
})

test('what was left to do is why something is switched off, where nothing else says so', () => {
  const patch = `@@ -194,2 +194,4 @@ class LazyZipOverHTTP(object):
-        headers = {'Range': 'bytes={}-{}'.format(start, end)}
-        headers.update(base_headers)
+        headers = base_headers.copy()
+        headers['Range'] = 'bytes={}-{}'.format(start, end)
+        # TODO: Get range requests to be correctly cached
+        headers['Cache-Control'] = 'no-cache'`
  const said = saidIn('pypa/pip ffd6a386', { 'src/lazy_wheel.py': patch }, 'Disable caching for range requests')
  expect(said.split('\n')[0]).toBe('TODO: Get range requests to be correctly cached')
  expect(said).toContain("headers['Cache-Control'] = 'no-cache'")
})

test('what explains comes before what names, and nothing that moved, is left to do or is half of a comment', () => {
  const said = saidIn('made up', {
    'src/wait.go': `@@ -1,1 +1,2 @@
-	// Reads the next key from the terminal.
+	// (see #4922), and so the client does not have to wait for it.
+	a()
@@ -9,0 +10,10 @@
+	b()
+	// Reads the next key from the terminal.
+	c()
+	// Each of these keys is told by its own letters.
+	d()
+	// TODO: find out whether the terminal can tell
+	e()
+	// Terminals send them within 100 ms, because otherwise nobody could type.
+	f()`,
    'src/half.go': `@@ -3,1 +3,2 @@
-	// wait, so that the
+	// low-latency streaming), so that the client does not wait
+	g()`,
  })
  expect(said.split('\n')).toEqual([
    'Terminals send them within 100 ms, because otherwise nobody could type.',
    'Each of these keys is told by its own letters.',
  ])
})

test('without any of these it is the words of a page, then those of the program, then the title of a test', () => {
  const code = `@@ -1,1 +1,4 @@
-if a
+if a or b:
+    c()
+    d()
+    warn("IP introduced in SESSION_COOKIE_DOMAIN")`
  const page = `@@ -4,2 +4,3 @@
-the body is not valid JSON, a 400 error is raised.
+the body is not valid JSON, a 400 error is raised. If the header is not set,
+a 415 Unsupported Media Type error will be raised.`
  const pinned = `@@ -0,0 +1 @@
+  it('warns of addresses in the domain of a cookie', () => {`
  expect(saidIn('a', { 'src/a.py': code, 'docs/a.rst': page, 'test/a.test.js': pinned })).toBe(
    'If the header is not set, a 415 Unsupported Media Type error will be raised.',
  )
  expect(saidIn('b', { 'src/a.py': code, 'test/a.test.js': pinned })).toBe('“IP introduced in SESSION_COOKIE_DOMAIN”')
  expect(saidIn('c', { 'test/a.test.js': pinned })).toBe('tested: warns of addresses in the domain of a cookie')
})

test('neither a release, a command line, a licence nor a secret stands for a reason', () => {
  const lines = Array.from({ length: 5 }, (_, at) => `+- Fixed the number ${at} of all our many bugs`)
  const token = ['ghp', '_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('')
  expect(saidIn('release', { 'CHANGELOG.md': `@@ -1,0 +2,5 @@\n${lines.join('\n')}` })).toBe('')
  expect(
    saidIn('shell', {
      'key.sh': `@@ -1,0 +2,3 @@
+a
+b="--scheme=history --bind=ctrl-r:toggle-sort,alt-r:toggle-raw --wrap"
+# Copyright 2026 by those who wrote this file and others`,
    }),
  ).toBe('')
  const values = `@@ -1,0 +2,3 @@\n+begin()\n+token = "${token}"\n+end()`
  expect(saidIn('value', { 'src/a.py': values }, 'Set the token')).toBe('+ `token = "‹password redacted›"`')
  expect(saidIn('secret', { 'src/a.py': `@@ -1 +1 @@\n-token = ""\n+token = "${token}"` })).not.toContain(token)
})
