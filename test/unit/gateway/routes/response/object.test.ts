import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Router from '@koa/router'
import { expect } from 'chai'
import Koa from 'koa'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { compression } from '#gateway/middleware/compression.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { bodiesRoutes } from '#gateway/routes/bodies.ts'
import { imagesRoutes } from '#gateway/routes/images.ts'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'
import { type HttpListener, openListener } from '#gateway/server/http-listener.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { settled } from '#test/support/settled.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { httpCall } from '../../support/http-call.ts'
import { listenerOptions } from '../../support/listener-options.ts'
import { noKeylessLimit } from '../../support/no-keyless-limit.ts'
import { rawHttp } from '../../support/raw-http.ts'

const MIB = 1024 * 1024
const hash = 'a'.repeat(64)
const path = `/images/${hash}.png`
const SILENT_MS = 150

describe('sendObject', () => {
  let embedded: Embedded
  let listener: HttpListener
  let sockets: Socket[]
  beforeEach(async () => {
    sockets = []
    embedded = await openEmbedded()
    listener = await openListener(listenerOptions)
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

  /** Sends a request and reads nothing. */
  async function silentReader(): Promise<Socket> {
    const { port } = new URL(listener.url)
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket.pause().on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    return socket
  }

  /** An object store with one object of that size, and what is being read of it. */
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

  it('needs at most 300 MB for 100 clients of 20 MB that read nothing', async () => {
    const { objects, taken, underWay } = endless(20 * MIB)
    open(objects, 2048 * MIB)
    const before = process.memoryUsage.rss()
    await Promise.all(Array.from({ length: 100 }, silentReader))
    await eventually(() => underWay() === 100)
    expect(await settled(taken)).to.be.below(2000 * MIB)
    expect(process.memoryUsage.rss() - before).to.be.below(300 * MIB)
  })

  it('reads the object no further than the client does', async () => {
    const { objects, taken, underWay } = endless(1e12)
    open(objects)
    await silentReader()
    await eventually(() => underWay() === 1)
    expect(await settled(taken)).to.be.below(20 * MIB) // The buffers of both sockets in the kernel are no memory of this process.
  })

  it('cuts off a client that reads nothing for too long, and closes the object', async () => {
    const { objects, taken, underWay } = endless(1e12)
    await listener.close(0)
    listener = await openListener({ ...listenerOptions, unreadResponseMs: SILENT_MS })
    open(objects)
    const reader = await silentReader()
    await eventually(() => taken() > 0 && underWay() === 0)
    reader.resume()
    await once(reader, 'close')
  })

  it('closes the object when the client disconnects', async () => {
    const { objects, underWay } = endless(1e12)
    open(objects)
    const reader = await silentReader()
    await eventually(() => underWay() === 1)
    reader.destroy()
    await eventually(() => underWay() === 0)
  })

  it('rejects transfers beyond the budget with Retry-After, and accepts them when there is room', async () => {
    const { objects, underWay } = endless(1e12)
    open(objects, MIB)
    const readers = [await silentReader(), await silentReader()]
    await eventually(() => underWay() === 2)
    const rejected = await httpCall(listener.url, path)
    expect([rejected.status, rejected.json().error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE'])
    expect(Number(rejected.headers['retry-after'])).to.be.above(0)
    expect(rejected.headers).not.to.have.any.keys('etag', 'accept-ranges', 'content-range')
    for (const reader of readers) reader.destroy()
    await eventually(() => underWay() === 0)
    expect((await httpCall(listener.url, path, { method: 'HEAD' })).status).to.equal(200)
    await silentReader()
    await eventually(() => underWay() === 1)
  })

  it('sends objects as stored, also compressible ones', async () => {
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

  it('breaks the answer when the object store fails', async () => {
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
