import { expect } from 'chai'
import type { ApiKey } from '#gateway/access/api-keys.ts'
import { initialState } from '#gateway/middleware/call-state.ts'
import { errors } from '#gateway/middleware/errors.ts'
import { knownPaths } from '#gateway/middleware/known-paths.ts'
import { Failure } from '#shared/errors.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { httpCall } from '../../support/http-call.ts'
import { type SmallApp, serveApp } from '../../support/serve-app.ts'

/** What a browser sends when a person goes to a URL. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

describe('404', () => {
  let app: SmallApp
  before(async () => {
    const methodsOf = (path: string) => (path === '/nowhere' ? [] : ['HEAD', 'GET'])
    app = await serveApp(initialState, errors(silentLog), knownPaths({ methodsOf }), (context) => {
      if (context.path === '/owned') context.state.key = { id: 'a' } as unknown as ApiKey
      throw new Failure(
        context.path === '/full' ? 'SERVICE_UNAVAILABLE' : 'NOT_FOUND',
        'There is no such file',
      )
    })
  })
  after(() => app.close())

  const get = (path: string, accept?: string, method = 'GET') =>
    httpCall(app.url, path, { method, headers: accept === undefined ? {} : { accept } })

  for (const path of ['/nowhere', '/images/x.png']) {
    it(`is a page for a browser that goes to ${path}, with the id of the request, which nobody may index`, async () => {
      const { status, headers, body } = await get(path, BROWSER)
      expect([status, headers['content-type']]).to.deep.equal([404, 'text/html; charset=utf-8'])
      expect(body.toString())
        .to.include('<h1>Page not found</h1>')
        .and.include(String(headers['x-request-id']))
      expect(headers['x-robots-tag']).to.equal('noindex')
      expect(headers['x-frame-options']).to.equal('DENY')
      expect(headers['content-security-policy']).to.match(/^default-src 'none'; style-src 'sha256-/)
      expect(headers.vary).to.include('Accept')
    })
  }

  for (const accept of [
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.9',
    'text/html;q=0.5, */*',
    'text/*',
    'image/avif,image/webp,*/*;q=0.8',
  ]) {
    it(`is JSON for ${accept ?? 'no Accept'}`, async () => {
      const { status, json } = await get('/nowhere', accept)
      expect([status, json().error.code]).to.deep.equal([404, 'NOT_FOUND'])
    })
  }

  it('is JSON for a program that asks for the HTML of something with its key', async () => {
    expect((await get('/owned', 'text/html')).json().error.code).to.equal('NOT_FOUND')
  })

  it('alone is a page: other errors and other methods are as they are', async () => {
    expect((await get('/full', BROWSER)).json().error.code).to.equal('SERVICE_UNAVAILABLE')
    const wrong = await get('/known', BROWSER, 'POST')
    expect([wrong.status, wrong.json().error.code]).to.deep.equal([405, 'METHOD_NOT_ALLOWED'])
    const head = await get('/nowhere', BROWSER, 'HEAD')
    expect([head.status, head.headers['content-type']]).to.deep.equal([
      404,
      'application/json; charset=utf-8',
    ])
  })
})
