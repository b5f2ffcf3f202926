import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import Koa from 'koa'
import { readJsonBody } from '#gateway/routes/request/json-body.ts'
import type { Failure } from '#shared/errors.ts'

describe('readJsonBody', () => {
  let server: Server
  let base: string

  before(async () => {
    const app = new Koa()
    app.use(async (context) => {
      try {
        context.body = { read: await readJsonBody(context) }
      } catch (error) {
        context.body = { code: (error as Failure).code, details: (error as Failure).details }
      }
    })
    server = createServer(app.callback()).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  async function post(
    body: string | Uint8Array | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<Record<string, unknown>> {
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    return (await (await fetch(base, init)).json()) as Record<string, unknown>
  }

  const json = JSON.stringify({ url: 'https://example.com/' })
  for (const type of ['application/json', 'APPLICATION/JSON; charset=utf-8', 'application/vnd.api+json']) {
    it(`reads ${type}`, async () =>
      expect(await post(json, { 'Content-Type': type })).to.deep.equal({ read: JSON.parse(json) }))
  }

  it('reads a body without a type as JSON', async () => {
    const bytes = new Uint8Array(Buffer.from(json))
    expect(await post(bytes)).to.deep.equal({ read: JSON.parse(json) })
  })

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    it(`rejects ${type}`, async () =>
      expect(await post(json, { 'Content-Type': type })).to.include({ code: 'UNSUPPORTED_MEDIA_TYPE' }))
  }

  it('rejects a compressed body', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    expect(await post(json, headers)).to.include({ code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
  for (const text of ['', '{', "{'url': 1}", 'undefined', '\u0000', deep, `{"url":${deep}}`]) {
    it(`rejects ${JSON.stringify(text).slice(0, 20)} as not JSON, with an empty path`, async () => {
      const { code, details } = await post(text, { 'Content-Type': 'application/json' })
      expect(code).to.equal('VALIDATION_ERROR')
      expect(details).to.have.length(1)
      expect((details as { path: string[] }[])[0]?.path).to.deep.equal([])
    })
  }

  /** 64 KiB = 65,536 bytes: `infra/docs/clients.md#limits`. */
  for (const [bytes, outcome] of [
    [65_536, 'read'],
    [65_537, 'PAYLOAD_TOO_LARGE'],
  ] as const) {
    const text = JSON.stringify('x'.repeat(bytes - 2))
    it(`${bytes} bytes: ${outcome}`, async () => {
      const answer = await post(text, { 'Content-Type': 'application/json' })
      expect(outcome in answer || answer.code === outcome).to.equal(true)
    })
    it(`${bytes} bytes in chunks: ${outcome}`, async () => {
      const stream = new Blob([text]).stream()
      const answer = await post(stream, { 'Content-Type': 'application/json' })
      expect(outcome in answer || answer.code === outcome).to.equal(true)
    })
  }
})
