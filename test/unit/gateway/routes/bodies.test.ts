import { Readable } from 'node:stream'
import Router from '@koa/router'
import { expect } from 'chai'
import type { Middleware } from 'koa'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { bodiesRoutes } from '#gateway/routes/bodies.ts'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { noKeylessLimit } from '../support/no-keyless-limit.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

const hash = 'a'.repeat(64)
const bytes = Buffer.from('{"a":1}')

describe('values that are too large for an event', () => {
  let app: SmallApp
  let asked: string[]
  before(async () => {
    const isIt = (name: string) => asked.push(name) > 0 && name === `bodies/${hash}.json`
    const objects: Pick<ObjectStore, 'stat' | 'open'> = {
      stat: async (name) => (isIt(name) ? { size: bytes.length, contentType: 'application/json' } : null),
      open: async (name) => (isIt(name) ? Readable.from([bytes]) : null),
    }
    const router = new Router<CallState>()
    const transferBudget = makeTransferBudget(1_000_000)
    bodiesRoutes(router, { objects: objects as ObjectStore, transferBudget, ...noKeylessLimit })
    app = await serveApp(
      (context, next) => next().catch((error) => (context.body = { code: error.code })),
      router.routes() as Middleware,
    )
  })
  beforeEach(() => {
    asked = []
  })
  after(() => app.close())

  it('are sent by the hash of their content', async () => {
    const answer = await fetch(`${app.url}/bodies/${hash}.json`)
    expect([answer.headers.get('content-type'), await answer.text()]).to.deep.equal([
      'application/json; charset=utf-8',
      '{"a":1}',
    ])
  })

  for (const file of [
    `${'b'.repeat(64)}.json`,
    `${hash}.html`,
    hash,
    `${hash.toUpperCase()}.json`,
    '..%2Fimages%2Fx',
  ]) {
    it(`are not found as ${file}`, async () => {
      expect(await (await fetch(`${app.url}/bodies/${file}`)).json()).to.deep.equal({ code: 'NOT_FOUND' })
      expect(asked.filter((name) => !name.startsWith(`bodies/${'b'.repeat(64)}`))).to.deep.equal([])
    })
  }
})
