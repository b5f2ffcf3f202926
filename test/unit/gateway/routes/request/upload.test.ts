import { once } from 'node:events'
import { Agent, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa, { type Context } from 'koa'
import { ClientDisconnected } from '#gateway/middleware/errors.ts'
import { closeAfterResponse, readUpload } from '#gateway/routes/request/upload.ts'
import { guardedServer, type ServerLimits } from '#gateway/server/guarded-server.ts'
import { eventually } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import { httpCall } from '../../support/http-call.ts'
import { listenerOptions } from '../../support/listener-options.ts'
import { rawHttp } from '../../support/raw-http.ts'

/** The server's own limit of a request; it is passed in real time. */
const REQUEST_MS = 100
const strict = { headersMs: REQUEST_MS, requestMs: REQUEST_MS }
const STALL_MS = 60_000
const CLOSE_MS = 2000
const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`

describe('readUpload', () => {
  let server: Server
  let url: string
  let failures: unknown[]
  /** Requests that the server found too slow. */
  let late: number
  let received: number
  let answer: (context: Context) => Promise<void>
  async function open(limits: Partial<ServerLimits>): Promise<void> {
    const app = new Koa()
    app.silent = true
    app.use((context) => answer(context))
    server = guardedServer({ ...listenerOptions, ...limits }, app.callback())
    server.on('clientError', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT') late++
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  beforeEach(async () => {
    failures = []
    ;[late, received] = [0, 0]
    answer = (context) => readAll(context)
    await open({ keepAliveMs: 10 * STALL_MS })
  })
  afterEach(close)
  function close(): void {
    server.closeAllConnections()
    server.close()
  }

  /** Answers with the length of the body. */
  async function readAll(context: Context, rest = async () => {}): Promise<void> {
    try {
      for await (const chunk of readUpload(context, STALL_MS)) {
        received += chunk.length
        await rest()
      }
    } catch (error) {
      failures.push(error)
    }
    context.body = String(received)
  }

  /** Begins a request that sends its body in chunks. */
  function upload(signal?: AbortSignal) {
    const agent = new Agent()
    const call = request(url, { method: 'POST', agent, ...(signal && { signal }) })
    const status = new Promise<number>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    })
    status.catch(() => undefined).finally(() => agent.destroy())
    return { call, status }
  }

  it('has no time limit while chunks arrive', async () => {
    close()
    await open(strict)
    const { call, status } = upload()
    await eventually(() => {
      call.write('a')
      return late > 0
    })
    call.end('b')
    expect(await status).to.equal(200)
    expect(received).to.be.above(0)
  })

  it('leaves its limit to the next request on the connection', async () => {
    close()
    await open(strict)
    const { statuses } = await rawHttp(url, `${head(3)}abc${head(3)}a`)
    expect(statuses).to.deep.equal([200, 408])
  })

  it('closes a connection that stalls with 408, shape C, and does not end the body', async () => {
    const clock = driveClock()
    const answered = rawHttp(url, `${head(10)}abc`, 2 * STALL_MS)
    while (received < 3) await new Promise(setImmediate)
    await clock.pass(STALL_MS)
    const { statuses, body } = await answered.finally(clock.stop)
    expect(statuses).to.deep.equal([408])
    expect(JSON.parse(body)).to.have.nested.property('error.code', 'TIMEOUT')
    await eventually(() => failures.length === 1)
    expect(failures[0]).to.be.instanceOf(ClientDisconnected)
  })

  it('does not count time that the reader of the body takes', async () => {
    const clock = driveClock()
    answer = (context) => readAll(context, () => clock.pass(2 * STALL_MS))
    const whole = httpCall(url, '/', { method: 'POST', body: 'x'.repeat(10) })
    const { status, body } = await whole.finally(clock.stop)
    expect([status, body.toString()]).to.deep.equal([200, '10'])
  })

  it('throws when the client disconnects', async () => {
    const leaving = new AbortController()
    const { call } = upload(leaving.signal)
    call.write('abc')
    await eventually(() => received === 3)
    leaving.abort()
    await eventually(() => failures.length === 1)
    expect(failures[0]).to.be.instanceOf(ClientDisconnected)
  })

  it('closes the connection shortly after an early answer, however much the client sends', async () => {
    const clock = driveClock()
    const finished = Promise.withResolvers<void>()
    answer = async (context) => {
      context.status = 403
      context.res.once('finish', finished.resolve)
      closeAfterResponse(context)
    }
    const answered = rawHttp(url, `${head(99)}a`, 2 * CLOSE_MS)
    await finished.promise
    await clock.pass(CLOSE_MS)
    const { statuses } = await answered.finally(clock.stop)
    expect(statuses[0]).to.equal(403)
  })
})
