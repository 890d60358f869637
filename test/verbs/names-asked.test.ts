import { expect, test } from 'vitest'
import { newCtxRepo } from '../support/repo.ts'

// Questions of when a name of the code came, and what became of it, which the commit that did so need not say.

type First = { readonly commit: string; readonly didToFile?: string }

const first = (repo: ReturnType<typeof newCtxRepo>, question: string): First =>
  JSON.parse(repo.ctx('query', '--json', question).out).hits[0]

test('“when was delete_cookie added” was answered by who annotated its types (starlette d1ba5d67)', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'shop/a.py': 'a = 1\n', 'shop/tests/b.py': 'delete_cookie = 1\n' })
  const came = repo.commit('Cookies', { 'shop/replies.py': 'class Reply:\n    def delete_cookie(self, key): pass\n' })
  repo.commit('Annotate delete_cookie\n\nCheckers of types want it, because delete_cookie took anything.', {
    'shop/replies.py': 'class Reply:\n    def delete_cookie(self, key: str): pass\n',
  })
  await repo.settled()
  const brought = { commit: came, didToFile: 'brings delete_cookie into the code' }
  expect(first(repo, 'when was delete_cookie added')).toMatchObject(brought)
  expect(first(repo, 'why do we have the delete_cookie method')).toMatchObject(brought)
  expect(first(repo, 'when was `Reply::delete_cookie` introduced')).toMatchObject(brought)
  // Who asks which commit did it asks for no commit that says "commit".
  for (const question of ['which commit added delete_cookie', 'which PR introduced delete_cookie'])
    expect(first(repo, question)).toMatchObject(brought)
  expect(first(repo, 'where does delete_cookie come from')).toMatchObject(brought)
  expect(first(repo, 'why was the type of the key added to delete_cookie').didToFile).toBeUndefined()
  expect(first(repo, 'what happened to delete_cookie').didToFile).toBeUndefined()
})

test('“where did LifespanContext go” was answered by who removed an import of it before (starlette 632150d7)', async () => {
  const repo = newCtxRepo()
  const made = 'class LifespanContext:\n    pass\n'
  repo.commit('Add LifespanContext', { 'shop/a.py': made, 'shop/b.py': 'from a import LifespanContext\n' })
  repo.commit('Remove LifespanContext import\n\nNothing there needs LifespanContext.', { 'shop/b.py': 'b = 1\n' })
  const went = repo.commit('Lifespan as middleware', { 'shop/a.py': '# LifespanContext was here\n' })
  repo.commit('Say what LifespanContext was', { 'docs/a.md': 'A LifespanContext was the life of a server.\n' })
  await repo.settled()
  const taken = { commit: went, didToFile: 'takes the last LifespanContext out of the code' }
  expect(first(repo, 'where did LifespanContext go')).toMatchObject(taken)
  expect(first(repo, 'why was the LifespanContext class removed')).toMatchObject(taken)
  for (const question of ['which commit removed LifespanContext', 'was LifespanContext renamed'])
    expect(first(repo, question)).toMatchObject(taken)
})

test('“what replaced generate_usage” was answered by who had removed dead code (clap 89e1c720)', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'shop/a.py': 'def generate_usage(): pass\n', 'shop/b.py': 'generate_usage()\n' })
  const renamed = repo.commit(
    'Rename generate_usage to render_usage\n\nAll that returns text renders, so generate_usage was the odd one.',
    {
      'shop/a.py': 'def render_usage(): pass\n',
    },
  )
  repo.commit('Remove dead code', { 'shop/b.py': 'b = 1\n' })
  for (const at of ['one', 'two', 'three', 'four', 'five', 'six'])
    repo.commit(`Put goods on shelf ${at}`, { 'shop/c.py': `goods = '${at}'\n` })
  await repo.settled()
  expect(first(repo, 'what replaced generate_usage').commit).toBe(renamed)
  expect(first(repo, 'what should I use instead of generate_usage').commit).toBe(renamed)
})

test('“when was EventMonitor added”, a class in a file of its name, was answered by who mended it (Alamofire 3e488dcd)', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'shop/a.py': 'a = 1\n' })
  const came = repo.commit('Shop 5!', {
    'shop/EventMonitor.py': 'class EventMonitor:\n    pass\n',
    'shop/b.py': 'b = 1\n',
  })
  repo.commit('Allow empty EventMonitors\n\nAn EventMonitor without an event crashed the EventMonitor of the shop.', {
    'shop/EventMonitor.py': 'class EventMonitor:\n    events = ()\n',
  })
  repo.commit('Refactor EventMonitor', { 'shop/EventMonitor.py': 'class EventMonitor:\n    events = []\n' })
  await repo.settled()
  expect(first(repo, 'when was EventMonitor added').commit).toBe(came)
})

test('a name that a rebase brought anew is told of by the commit that this history has', async () => {
  const repo = newCtxRepo()
  repo.commit('Start', { 'shop/a.py': 'a = 1\n' })
  const before = repo.commit('Keep coins apart', { 'shop/drawer.py': 'coin_tray = 1\n' })
  await repo.settled()
  expect(first(repo, 'when was coin_tray added').commit).toBe(before)
  repo.git('commit', '-q', '--amend', '-m', 'Keep coins and notes apart')
  await repo.settled()
  expect(first(repo, 'when was coin_tray added').commit).toBe(repo.git('rev-parse', 'HEAD').trim())
})
