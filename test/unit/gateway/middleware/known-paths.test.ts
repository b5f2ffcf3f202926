import { expect } from 'chai'
import { errors } from '#gateway/middleware/errors.ts'
import { knownPaths } from '#gateway/middleware/known-paths.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { httpCall } from '../support/http-call.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

describe('known paths', () => {
  let app: SmallApp
  before(async () => {
    const methodsOf = (path: string) => (path === '/known' ? ['HEAD', 'GET'] : [])
    app = await serveApp(errors(silentLog), knownPaths({ methodsOf }), (context) => {
      context.body = 'passed'
    })
  })
  after(() => app.close())

  it('pass a known method on', async () => {
    expect((await httpCall(app.url, '/known')).status).to.equal(200)
    expect((await httpCall(app.url, '/known', { method: 'HEAD' })).status).to.equal(200)
  })

  it('answer 404 for another path, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const { status, json } = await httpCall(app.url, '/other', { method })
      expect([status, json().error.code]).to.deep.equal([404, 'NOT_FOUND'])
    }
  })

  it('answer 405 for another method, with the allowed ones (RFC 9110, section 15.5.6)', async () => {
    const { status, headers, json } = await httpCall(app.url, '/known', { method: 'DELETE' })
    expect([status, headers.allow]).to.deep.equal([405, 'HEAD, GET'])
    expect(json().error).to.deep.include({ code: 'METHOD_NOT_ALLOWED', details: { allow: ['HEAD', 'GET'] } })
  })
})
