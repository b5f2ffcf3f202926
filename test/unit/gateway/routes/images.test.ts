import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Router from '@koa/router'
import { expect } from 'chai'
import Koa from 'koa'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { imagesRoutes } from '#gateway/routes/images.ts'
import { makeTransferBudget } from '#gateway/routes/response/transfer-budget.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import { noKeylessLimit } from '../support/no-keyless-limit.ts'

const bytes = Buffer.from('0123456789')
const hash = createHash('sha256').update(bytes).digest('hex')

describe('images', () => {
  let server: Server
  let base: string
  let opened = 0

  before(async () => {
    const isIt = (name: string) => name === `images/${hash}.webp`
    const objects: Pick<ObjectStore, 'stat' | 'open'> = {
      stat: async (name) => (isIt(name) ? { size: bytes.length, contentType: 'image/webp' } : null),
      async open(name, { start, end } = { start: 0, end: bytes.length - 1 }) {
        opened += 1
        return isIt(name) ? Readable.from([bytes.subarray(start, end + 1)]) : null
      },
    }
    const router = new Router<CallState>()
    const transferBudget = makeTransferBudget(1_000_000)
    imagesRoutes(router, { objects: objects as ObjectStore, transferBudget, ...noKeylessLimit })
    const app = new Koa<CallState>()
    app.use((context, next) => next().catch((error) => (context.body = { code: error.code })))
    app.use(router.routes())
    server = createServer(app.callback()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/images`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const submit = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${base}/${hash}.webp`, { headers, method })

  it('are sent whole, with an unlimited life in caches and a strong ETag', async () => {
    const answer = await submit()
    expect(answer.status).to.equal(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).to.equal(true)
    expect(Object.fromEntries(answer.headers)).to.include({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${hash}"`,
      'accept-ranges': 'bytes',
      'content-length': '10',
    })
  })

  it('are not sent again to a client that has them', async () => {
    const answer = await submit({ 'If-None-Match': `"${hash}"` })
    expect(answer.status).to.equal(304)
    expect(answer.headers.get('etag')).to.equal(`"${hash}"`)
    expect((await submit({ 'If-None-Match': `"other", W/"${hash}"` })).status).to.equal(304)
    expect((await submit({ 'If-None-Match': '"other"' })).status).to.equal(200)
  })

  it('answer HEAD with their length', async () => {
    const answer = await submit({}, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).to.deep.equal([
      200,
      '10',
      '',
    ])
  })

  it('are not read for a client that has them, for HEAD, and for unsatisfiable ranges', async () => {
    opened = 0
    await submit({ 'If-None-Match': `"${hash}"` })
    await submit({}, 'HEAD')
    await submit({ Range: 'bytes=10-' })
    expect(opened).to.equal(0)
  })

  /** RFC 9110, section 14.1.2, for ten bytes. */
  const ranges: [range: string, status: number, contentRange: string | null, body: string][] = [
    ['bytes=0-3', 206, 'bytes 0-3/10', '0123'],
    ['bytes=4-', 206, 'bytes 4-9/10', '456789'],
    ['bytes=-2', 206, 'bytes 8-9/10', '89'],
    ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
    ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=3-3', 206, 'bytes 3-3/10', '3'],
    ['bytes=-0', 416, 'bytes */10', ''],
    ['bytes=5-4', 200, null, '0123456789'],
    ['bytes=-', 200, null, '0123456789'],
    ['bytes=10-', 416, 'bytes */10', ''],
    ['bytes=0-1,5-6', 200, null, '0123456789'],
    ['bytes=x', 200, null, '0123456789'],
    ['lines=0-1', 200, null, '0123456789'],
  ]
  for (const [range, status, contentRange, body] of ranges) {
    it(`answer ${range} with ${status}`, async () => {
      const answer = await submit({ Range: range })
      expect([answer.status, answer.headers.get('content-range'), await answer.text()]).to.deep.equal([
        status,
        contentRange,
        body,
      ])
    })
  }

  it('are sent whole when the range is of another image', async () => {
    expect((await submit({ Range: 'bytes=0-3', 'If-Range': '"other"' })).status).to.equal(200)
    expect((await submit({ Range: 'bytes=0-3', 'If-Range': `"${hash}"` })).status).to.equal(206)
  })

  for (const file of ['x.webp', `${hash}.png`, `${hash}.svg`, `${hash}.webp.html`, hash, '..%2Fbodies%2Fx']) {
    it(`are not found as ${file}`, async () => {
      expect(await (await fetch(`${base}/${file}`)).json()).to.deep.equal({ code: 'NOT_FOUND' })
    })
  }
})
