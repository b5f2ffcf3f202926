import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import Router from '@koa/router'
import { expect } from 'chai'
import Koa from 'koa'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { compression } from '#gateway/middleware/compression/compression.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { bodiesRoutes } from '#gateway/routes/bodies.ts'
import { imagesRoutes } from '#gateway/routes/images.ts'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'
import { type HttpListener, openListener } from '#gateway/server/http-listener.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { httpCall } from '../../support/http-call.ts'
import { listenerOptions } from '../../support/listener-options.ts'
import { noKeylessLimit } from '../../support/no-keyless-limit.ts'
import { rawHttp } from '../../support/raw-http.ts'

const MIB = 1024 * 1024
const hash = 'a'.repeat(64)
const path = `/images/${hash}.png`
const SILENT_MS = 300

describe('objects on their way to clients', function () {
  this.timeout(30_000)
  let embedded: Embedded
  let listener: HttpListener
  let sockets: Socket[]
  beforeEach(async () => {
    sockets = []
    embedded = await openEmbedded()
    listener = await openListener({ ...listenerOptions, unreadResponseMs: SILENT_MS })
  })
  afterEach(async () => {
    for (const socket of sockets) socket.destroy()
    await listener.close(0)
    await embedded.close()
  })

  function open(objects: ObjectStore = embedded.objects, maxBytes = 128 * MIB): void {
    const router = new Router<CallState>()
    const from = { objects, transferBudget: makeTransferBudget(maxBytes), ...noKeylessLimit }
    imagesRoutes(router, from)
    bodiesRoutes(router, from)
    const app = new Koa<CallState>()
    app.silent = true
    app.use(compression({ cacheBytes: MIB }))
    app.use(errors(silentLog))
    app.use(router.routes())
    listener.serve(app.callback())
  }

  /** Asks, and reads nothing. */
  async function silentReader(): Promise<Socket> {
    const { port } = new URL(listener.url)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.pause().on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    return socket
  }

  /** A store with one object of that size, and what is being read of it. */
  function endless(size: number) {
    const reads = new Set<Readable>()
    let taken = 0
    const objects = {
      ...embedded.objects,
      stat: async () => ({ size, contentType: 'image/png' }),
      async open() {
        const stream = new Readable({
          read() {
            taken += 64 * 1024
            this.push(Buffer.alloc(64 * 1024))
          },
        })
        reads.add(stream)
        stream.on('close', () => reads.delete(stream))
        return stream
      },
    }
    return { objects, underWay: () => reads.size, taken: () => taken }
  }

  it('take 300 MB at most for 100 readers of 20 MB who read nothing', async () => {
    await embedded.objects.put(`images/${hash}.png`, randomBytes(20 * MIB), 'image/png')
    open()
    const before = process.memoryUsage.rss()
    await Promise.all(Array.from({ length: 100 }, silentReader))
    await delay(SILENT_MS)
    expect(process.memoryUsage.rss() - before).to.be.below(300 * MIB)
  })

  it('are read no further than a reader takes them', async () => {
    const { objects, taken, underWay } = endless(1e12)
    open(objects)
    await silentReader()
    await eventually(() => underWay() === 1)
    await delay(SILENT_MS / 2)
    expect(taken()).to.be.below(20 * MIB) // what the system's buffers of both sockets take is nobody's memory here
  })

  it('are cut when their reader takes nothing for too long, and the read ends', async () => {
    const { objects, underWay } = endless(1e12)
    open(objects)
    const reader = await silentReader()
    await eventually(() => underWay() === 1)
    await eventually(() => underWay() === 0)
    reader.resume()
    await once(reader, 'close')
  })

  it('are not cut for a reader that takes some from time to time', async () => {
    const body = randomBytes(20 * MIB)
    await embedded.objects.put(`images/${hash}.png`, body, 'image/png')
    open()
    const reader = await silentReader()
    let bytes = 0
    for await (const chunk of reader) {
      if (bytes < 10 * MIB && bytes % (2 * MIB) < chunk.length) await delay(SILENT_MS / 3)
      bytes += chunk.length
      if (bytes > body.length) break
    }
    expect(bytes).to.be.above(body.length)
  })

  it('are not read any more when their reader leaves', async () => {
    const { objects, underWay } = endless(1e12)
    open(objects)
    const reader = await silentReader()
    await eventually(() => underWay() === 1)
    reader.destroy()
    await eventually(() => underWay() === 0)
  })

  it('are refused beyond the bound, with a time to come again, and given when there is room', async () => {
    const { objects, underWay } = endless(1e12)
    open(objects, MIB)
    const readers = [await silentReader(), await silentReader()]
    await eventually(() => underWay() === 2)
    const refused = await httpCall(listener.url, path)
    expect([refused.status, refused.json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(Number(refused.headers['retry-after'])).to.be.above(0)
    expect(refused.headers).not.to.have.any.keys('etag', 'accept-ranges', 'content-range')
    for (const reader of readers) reader.destroy()
    await eventually(() => underWay() === 0)
    expect((await httpCall(listener.url, path, { method: 'HEAD' })).status).to.equal(200)
    await silentReader()
    await eventually(() => underWay() === 1)
  })

  it('are sent as they are stored, however well they could be compressed', async () => {
    const json = Buffer.from(JSON.stringify('a'.repeat(500_000)))
    await embedded.objects.put(`bodies/${hash}.json`, json, 'application/json')
    open()
    const headers = { 'Accept-Encoding': 'br' }
    const answer = await httpCall(listener.url, `/bodies/${hash}.json`, { headers })
    expect(answer.headers).not.to.have.property('content-encoding')
    expect(answer.headers).to.include({ etag: `"${hash}"`, 'content-length': String(json.length) })
    expect(answer.body.equals(json)).to.equal(true)
    const end = await httpCall(listener.url, `/bodies/${hash}.json`, { headers: { Range: 'bytes=-3' } })
    expect([end.status, String(end.body)]).to.deep.equal([206, 'aa"'])
  })

  it('break the answer when the store breaks', async () => {
    const objects = {
      ...embedded.objects,
      stat: async () => ({ size: 1e6, contentType: 'image/png' }),
      async open() {
        return Readable.from(
          (async function* () {
            yield Buffer.alloc(1000)
            throw new Error('the store is away')
          })(),
        )
      },
    }
    open(objects)
    const answer = await rawHttp(listener.url, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    expect(answer.headers['content-length']).to.equal('1000000')
    expect(answer.body.length).to.be.below(1_000_000)
  })
})
