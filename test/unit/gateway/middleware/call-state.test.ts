import { expect } from 'chai'
import type { Context } from 'koa'
import { initialState } from '#gateway/middleware/call-state.ts'
import { httpCall } from '../support/http-call.ts'
import { type SmallApp, serveApp } from '../support/serve-app.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('state of a call', () => {
  let app: SmallApp
  before(async () => {
    app = await serveApp(initialState, (context: Context) => {
      context.body = context.state
    })
  })
  after(() => app.close())
  const stateOf = async (path: string, headers: Record<string, string> = {}) =>
    (await httpCall(app.url, path, { headers })).json()

  it('begins without key, error, inspection and cache', async () => {
    expect(await stateOf('/')).to.include({ key: null, errorCode: null, inspection: null, cached: null })
  })

  for (const [path, operation] of [
    ['/metadata', 'metadata'],
    ['/seo-audit', 'seo-audit'],
    ['/metadata/', null],
    ['/Metadata', null],
    ['/inspections/metadata', null],
    ['/constructor', null],
  ] as const) {
    it(`has the operation ${operation} at ${path}`, async () =>
      expect((await stateOf(path)).operation).to.equal(operation))
  }

  it('keeps a request id of the allowed form and replaces any other', async () => {
    for (const given of ['a', 'A.b_c-9', 'x'.repeat(128)]) {
      const { headers, json } = await httpCall(app.url, '/', { headers: { 'X-Request-Id': given } })
      expect([headers['x-request-id'], json().requestId]).to.deep.equal([given, given])
    }
    for (const given of ['', 'a b', 'x'.repeat(129), 'ä', 'a/b'].map((text) =>
      Buffer.from(text).toString('latin1'),
    ))
      expect((await stateOf('/', { 'X-Request-Id': given })).requestId).to.match(UUID)
  })

  // W3C Trace Context, section 3.2: version, 16 bytes, 8 bytes, flags; all zeros are invalid.
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const span = '00f067aa0ba902b7'
  for (const [given, isValid] of [
    [`00-${trace}-${span}-01`, true],
    [`00-${'0'.repeat(32)}-${span}-01`, false],
    [`00-${trace}-${'0'.repeat(16)}-01`, false],
    [`00-${trace.toUpperCase()}-${span}-01`, false],
    [`01-${trace}-${span}-01`, false],
    [`00-${trace}-${span}`, false],
  ] as const) {
    it(`${isValid ? 'takes' : 'ignores'} the trace context ${given}`, async () =>
      expect((await stateOf('/', { traceparent: given })).traceparent).to.equal(isValid ? given : null))
  }
})
