import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import Koa from 'koa'
import { ClientDisconnected } from '#gateway/middleware/errors.ts'
import { closeAfterResponse, readUpload } from '#gateway/routes/request/upload.ts'
import { type HttpListener, openListener } from '#gateway/server/http-listener.ts'
import { eventually } from '#test/contract/eventually.ts'
import { httpCall } from '../../support/http-call.ts'
import { listenerOptions } from '../../support/listener-options.ts'
import { rawHttp } from '../../support/raw-http.ts'

const REQUEST_MS = 800
const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`

async function lengthOf(chunks: AsyncIterable<Uint8Array>, restMs: number): Promise<number> {
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    await sleep(restMs)
  }
  return length
}

describe('readUpload', () => {
  let listener: HttpListener
  let failures: unknown[]
  before(async () => {
    listener = await openListener({ ...listenerOptions, headersMs: REQUEST_MS, requestMs: REQUEST_MS })
    const app = new Koa()
    app.silent = true
    app.use(async (context) => {
      if (context.path === '/refused') {
        context.status = 403
        context.body = 'no'
        return closeAfterResponse(context)
      }
      const restMs = context.path === '/slow' ? 2 * REQUEST_MS : 0
      const length = await lengthOf(readUpload(context, REQUEST_MS), restMs).catch((error) => {
        failures.push(error)
      })
      context.body = String(length)
    })
    listener.serve(app.callback())
  })
  beforeEach(() => {
    failures = []
  })
  after(() => listener.close(0))

  /** Sends chunks at intervals on a connection of the agent; returns status and body. */
  function send(path: string, chunks: readonly string[], everyMs: number, agent: Agent) {
    const { port } = new URL(listener.url)
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const call = request({ port, path, method: 'POST', agent }, async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve({ status: response.statusCode ?? 0, text })
      })
      call.on('error', reject)
      void (async () => {
        for (const chunk of chunks) {
          call.write(chunk)
          await sleep(everyMs)
        }
        call.end()
      })()
    })
  }

  it('has no time limit while chunks arrive; the next request has one', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const moving = await send('/', ['a', 'b', 'c', 'd', 'e', 'f'], REQUEST_MS / 4, agent)
    expect(moving).to.deep.equal({ status: 200, text: '6' })
    const slow = await send('/refused', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], REQUEST_MS / 4, agent)
    expect(slow.status).to.equal(403)
    agent.destroy()
  })

  it('closes a connection that stalls with 408, shape C, and does not end the body', async () => {
    const { statuses, body } = await rawHttp(listener.url, `${head('/', 10)}abc`, 10 * REQUEST_MS)
    expect(statuses).to.deep.equal([408])
    expect(JSON.parse(body)).to.have.nested.property('error.code', 'TIMEOUT')
    await eventually(() => failures.length === 1)
    expect(failures[0]).to.be.instanceOf(ClientDisconnected)
  })

  it('does not count time that the reader of the body takes', async () => {
    const answer = await httpCall(listener.url, '/slow', { method: 'POST', body: 'x'.repeat(10) })
    expect([answer.status, answer.body.toString()]).to.deep.equal([200, '10'])
  })

  it('throws when the client disconnects', async () => {
    const leaving = new AbortController()
    const agent = new Agent()
    const { port } = new URL(listener.url)
    const call = request({ port, method: 'POST', agent, signal: leaving.signal })
    call.on('error', () => undefined)
    call.write('abc')
    setTimeout(() => leaving.abort(), 50)
    await eventually(() => failures.length === 1)
    expect(failures[0]).to.be.instanceOf(ClientDisconnected)
  })

  it('closes the connection shortly after an early answer, however much the client sends', async () => {
    const { statuses } = await rawHttp(
      listener.url,
      `POST /refused HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\na`,
      8000,
    )
    expect(statuses[0]).to.equal(403)
  })
})
