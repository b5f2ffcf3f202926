import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import { expect } from 'chai'
import Koa from 'koa'
import type { ConsoleFiles } from '#gateway/console/built-files.ts'
import type { CallState } from '#gateway/middleware/call-state.ts'
import { initialState } from '#gateway/middleware/call-state.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { consoleRoutes } from '#gateway/routes/console.ts'
import { setDefaultHeaders } from '#gateway/server/default-headers.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { httpCall } from '../support/http-call.ts'
import { noKeylessLimit } from '../support/no-keyless-limit.ts'

const files: ConsoleFiles = {
  page: Buffer.from('<!doctype html><title>The console</title>'),
  etag: 'W/"one"',
  files: [{ name: 'main-ABC.js', type: 'text/javascript; charset=utf-8', body: Buffer.from('run()') }],
}

/** The policy of the contract, directive by directive: infra/docs/clients.md#console. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

describe('routes of the console', () => {
  let close: () => void
  afterEach(() => close())

  async function serve(served: ConsoleFiles | null): Promise<string> {
    const router = new Router<CallState>({ sensitive: true, strict: true })
    consoleRoutes(router, served, noKeylessLimit)
    const app = new Koa<CallState>()
    app.use(initialState)
    app.use(setDefaultHeaders)
    app.use(errors(silentLog))
    app.use(router.routes())
    const server = createServer(app.callback()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('answer the page with its policy, in no frame, to be asked for again each time', async () => {
    const answer = await fetch(`${await serve(files)}/`)
    expect(await answer.text()).to.include('The console')
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).to.equal('no-cache')
    expect(answer.headers.get('x-frame-options')).to.equal('DENY')
    const directives = answer.headers.get('content-security-policy')?.split('; ') ?? []
    const found = directives.map((text) => [
      text.slice(0, text.indexOf(' ')),
      text.slice(text.indexOf(' ') + 1),
    ])
    expect(Object.fromEntries(found)).to.deep.equal(policy)
  })

  it('answer 304 to whoever has the page', async () => {
    const headers = { 'If-None-Match': 'W/"one"' }
    const { status, body } = await httpCall(await serve(files), '/', { headers })
    expect([status, body.length]).to.deep.equal([304, 0])
  })

  it('mark the page for a person who opened it directly, as the browser says (Fetch Metadata), and for nobody else', async () => {
    const url = await serve({ ...files, page: Buffer.from('<!doctype html><html lang="en"></html>') })
    const get = (headers: Record<string, string>) => httpCall(url, '/', { headers })
    const direct = await get({ 'Sec-Fetch-Site': 'none' })
    expect(direct.body.toString()).to.equal('<!doctype html><html data-opened="directly" lang="en"></html>')
    for (const site of ['cross-site', 'same-site', 'same-origin', 'None', '']) {
      const other = await get({ 'Sec-Fetch-Site': site })
      expect(other.body.toString(), site).to.equal('<!doctype html><html lang="en"></html>')
      expect(other.headers.vary).to.include('Sec-Fetch-Site')
      // A cache that has one page is not told that it has the other.
      const asked = { 'Sec-Fetch-Site': site, 'If-None-Match': String(direct.headers.etag) }
      expect((await get(asked)).status).to.equal(200)
    }
    const again = { 'Sec-Fetch-Site': 'none', 'If-None-Match': String(direct.headers.etag) }
    expect((await get(again)).status).to.equal(304)
  })

  it('let no other document hold the window of the page', async () => {
    const answer = await fetch(`${await serve(files)}/`)
    expect(answer.headers.get('cross-origin-opener-policy')).to.equal('same-origin')
  })

  it('answer files, which never change', async () => {
    const answer = await fetch(`${await serve(files)}/assets/main-ABC.js`)
    expect(await answer.text()).to.equal('run()')
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).to.include('text/javascript')
  })

  for (const path of ['/assets/other.js', '/assets/..%2Findex.html', '/assets/__proto__']) {
    it(`answer 404 for ${path}`, async () => {
      expect((await fetch((await serve(files)) + path)).status).to.equal(404)
    })
  }

  it('say how the console is built where it is not', async () => {
    const answer = await fetch(`${await serve(null)}/`)
    const body = (await answer.json()) as { error: { message: string } }
    expect([answer.status, body.error.message]).to.deep.equal([
      404,
      'The console is not built: `npm start` builds it',
    ])
  })
})
