import { expect } from 'chai'
import { revokeKey } from '#gateway/access/api-keys.ts'
import { resultOf } from '#test/unit/shared/stage/toy-stage.ts'
import { withDrivenGateway } from '../support/driven-gateway.ts'
import {
  type GatewayFixture,
  type GatewayFixtureOptions,
  startGatewayFixture,
} from '../support/gateway-fixture.ts'
import type { Answer } from '../support/http-call.ts'

const options: GatewayFixtureOptions = { handle: async (work) => resultOf(work, '{}') }
const query = `?url=${encodeURIComponent('http://shop.example/')}`

describe('every call', () => {
  let gateway: GatewayFixture
  let key: string
  before(async () => {
    gateway = await startGatewayFixture(options)
    key = await gateway.makeKey(['metadata'])
  })
  after(() => gateway.stop())

  function expectShapeC({ status, json }: Answer, expected: number, code: string): void {
    const { success, error } = json()
    expect([status, success, error.code]).to.deep.equal([expected, false, code])
    expect(error.message).to.be.a('string').not.equal('')
    expect(error.details).to.be.an('object')
  }

  describe('to an unknown path', () => {
    const paths = [
      '/nothing',
      '/Metadata',
      '/METADATA',
      '/metadata/',
      '//metadata',
      '/metadata/x',
      '/%',
      '/%2e%2e/metadata',
      '/inspections/',
      '/bodies/',
    ]
    for (const path of paths) {
      it(`is 404, shape C, with and without key: ${path}`, async () => {
        for (const presented of [key, null]) {
          expectShapeC(await gateway.call(presented, `${path}${query}`), 404, 'NOT_FOUND')
        }
      })
    }
  })

  describe('with a method that the path does not have', () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      it(`is 405, shape C, with Allow, before the key is checked: ${method}`, async () => {
        const answer = await gateway.call(null, '/metadata', { method })
        expectShapeC(answer, 405, 'METHOD_NOT_ALLOWED')
        expect(answer.headers.allow?.split(', ')).to.include('GET').and.not.include(method)
      })
    }
  })

  describe('without a valid key', () => {
    const id = () => key.split('_')[1]
    const wrong: [title: string, headers: () => Record<string, string>, suffix?: string][] = [
      ['no key', () => ({})],
      ['an empty one', () => ({ 'X-API-Key': '' })],
      ['something else', () => ({ 'X-API-Key': 'x' })],
      ['an unknown one', () => ({ 'X-API-Key': `pp_abcdefgh_${'x'.repeat(32)}` })],
      ['a wrong secret', () => ({ 'X-API-Key': `pp_${id()}_${'x'.repeat(32)}` })],
      ['one in another header', () => ({ 'API-Key': key })],
      ['one as a bearer token', () => ({ Authorization: `Bearer ${key}` })],
      ['one in the query', () => ({}), `&X-API-Key=${'x'}`],
    ]
    for (const [title, headers, suffix = ''] of wrong) {
      it(`is 401, shape B on /metadata, with the same answer: ${title}`, async () => {
        const answer = await gateway.call(null, `/metadata${query}${suffix}`, { headers: headers() })
        expect(answer.status).to.equal(401)
        expect(answer.json()).to.deep.equal({
          statusCode: 401,
          error: 'Unauthorized',
          message: 'Authentication token is invalid or missing',
        })
      })
    }

    it('is 401 before its parameters are checked', async () => {
      expect((await gateway.call(null, '/metadata')).status).to.equal(401)
    })

    it('is 401, shape C, with a hint, elsewhere', async () => {
      const answer = await gateway.call(null, '/inspections/x')
      expectShapeC(answer, 401, 'INVALID_API_KEY')
      expect(answer.json().error.details.hint).to.be.a('string')
    })

    it('is 401 with a revoked key, at most 10 s later', async () => {
      await withDrivenGateway(options, async (driven, clock) => {
        const revoked = await driven.makeKey(['metadata'])
        expect((await driven.call(revoked, '/inspections/x')).status).to.equal(404)
        await revokeKey(driven.embedded.store, revoked.split('_')[1] ?? '')
        await clock.pass(10_000)
        expect((await driven.call(revoked, '/inspections/x')).status).to.equal(401)
      })
    })
  })

  it('with a key without the scope is 403, shape C, before its parameters are checked', async () => {
    const poor = await gateway.makeKey(['snapshot', 'batch'])
    for (const suffix of [query, '', '?url=x']) {
      const answer = await gateway.call(poor, `/metadata${suffix}`)
      expectShapeC(answer, 403, 'INSUFFICIENT_PERMISSIONS')
      expect(answer.json().error.details).to.deep.equal({ required_scope: 'metadata' })
    }
  })

  const targets: [what: string, target: string][] = [
    ['a result', `/metadata${query}`],
    ['a refusal', '/metadata'],
    ['nothing', '/nothing'],
    ['an unknown inspection', '/inspections/x'],
    ['health', '/healthz'],
    ['readiness', '/readyz'],
  ]
  for (const [what, target] of targets) {
    it(`has the headers of the contract: ${what}`, async () => {
      const { headers } = await gateway.call(key, target)
      expect(headers).to.include({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'",
      })
      expect(headers['x-request-id']).to.match(/^[A-Za-z0-9._-]{1,128}$/)
      expect(headers).not.to.have.any.keys('x-powered-by', 'server', 'access-control-allow-origin')
    })
  }

  describe('with X-Request-Id', () => {
    const idOf = async (given: string | string[]) => {
      const { headers } = await gateway.call(null, '/nothing', { headers: { 'X-Request-Id': given } })
      return headers['x-request-id']
    }

    for (const given of ['a', 'A-1._z', 'x'.repeat(128)]) {
      it(`keeps it: ${given.slice(0, 10)}`, async () => expect(await idOf(given)).to.equal(given))
    }
    for (const given of ['', 'x'.repeat(129), 'a b', 'a/b', '<script>', 'ü', ['a', 'b']]) {
      it(`replaces an invalid one: ${String(given).slice(0, 10)}`, async () => {
        const made = await idOf(given)
        expect(made).to.match(/^[A-Za-z0-9._-]{1,128}$/)
        expect(made).not.to.equal(given)
      })
    }
    it('gets a new one for each call', async () => {
      const answers = await Promise.all([gateway.call(null, '/a'), gateway.call(null, '/a')])
      expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).to.equal(2)
    })
  })

  it('passes on the trace of the caller', async () => {
    const requests = await gateway.embedded.watch('inspection.requested.interactive')
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
    const url = encodeURIComponent('http://shop.example/traced')
    await gateway.call(key, `/metadata?url=${url}`, { headers: { traceparent } })
    await gateway.call(key, `/metadata?url=${url}2`, { headers: { traceparent: `${traceparent}x` } })
    const traces = requests.slice(-2).map(({ headers }) => headers.ce_traceparent?.toString())
    expect(traces).to.deep.equal([traceparent, undefined])
  })
})
