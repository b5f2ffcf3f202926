import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import Koa from 'koa'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { logResponseErrors } from '#gateway/middleware/errors.ts'
import { eventually } from '#test/contract/eventually.ts'
import { openEvents } from '#test/support/service/event-stream.ts'
import { errorLog } from '#test/support/silent-log.ts'

describe('logResponseErrors', () => {
  let bodies: Readable[]
  let logged: readonly string[]
  let url: string
  let close: () => void
  beforeEach(async () => {
    bodies = []
    const app = new Koa<CallState>()
    const { log, errors } = errorLog()
    logged = errors
    logResponseErrors(app, log)
    app.use((context) => {
      const body = new Readable({ read: () => undefined })
      body.push('begun')
      bodies.push(body)
      context.body = body
    })
    const server = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    close = () => void server.close()
  })
  afterEach(() => close())

  it('logs nothing when the client disconnects, and the source ends', async () => {
    const { leave, text } = await openEvents(url, {})
    await eventually(() => text() === 'begun')
    leave()
    await eventually(() => bodies[0]?.destroyed === true)
    expect(logged).to.deep.equal([])
  })

  it('logs a source that breaks, and the client sees a broken answer', async () => {
    const { ended, text } = await openEvents(url, {})
    await eventually(() => text() === 'begun')
    bodies[0]?.destroy(new Error('the source broke'))
    await ended.then(
      () => expect.fail('it ended as if it were whole'),
      () => undefined,
    )
    await eventually(() => logged.length > 0)
    expect(logged[0]).to.include('the source broke')
  })
})
