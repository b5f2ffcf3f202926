import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'
import { type Detail, expectA, expectC } from './shapes.ts'

/** Values of each parameter at its bounds (infra/docs/clients.md#performance-parameters). */
const accepted: Readonly<Record<string, readonly (string | number)[]>> = {
  device: ['mobile', 'tablet', 'desktop'],
  waitUntil: ['load', 'domcontentloaded', 'networkidle0', 'networkidle2'],
  timeout: [1000, 60_000],
}
/** Values just outside the bounds; in a query all values are texts. */
const refused: readonly [name: string, value: string | number, code: Detail['code']][] = [
  ['device', 'watch', 'invalid_enum_value'],
  ['device', 'Mobile', 'invalid_enum_value'],
  ['device', '', 'invalid_enum_value'],
  ['waitUntil', 'networkidle1', 'invalid_enum_value'],
  ['waitUntil', '', 'invalid_enum_value'],
  ['timeout', 999, 'too_small'],
  ['timeout', 60_001, 'too_big'],
  ['timeout', 'soon', 'invalid_type'],
  ['timeout', '1000.5', 'invalid_type'],
  ['timeout', '', 'invalid_type'],
  ['waitFor', 0, 'unrecognized_keys'],
  ['Device', 'mobile', 'unrecognized_keys'],
  ['constructor', '1', 'unrecognized_keys'],
]
const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/**
 * Checks before a page is loaded. A key with a spent quota shows which values are accepted: the quota is checked
 * after parameters and address, so that nothing is measured.
 */
export function performanceCallsContract(fixture: ContractFixture): void {
  describe('calls of performance', () => {
    let spent: string
    let url: string
    before(async () => {
      spent = await fixture.makeKey({ limits: { performance: 0 } })
      url = fixture.site.url('/')
    })
    const ask = (more: Parameters) => fixture.performance({ url, ...more }, { key: spent })
    const expectAccepted = ({ status, body }: Answer) => expect(status, body.toString()).to.equal(429)

    it('only url is required', async () => expectAccepted(await ask({})))

    for (const [name, values] of Object.entries(accepted)) {
      for (const value of values) {
        it(`accepts ${name}=${value}`, async () => expectAccepted(await ask({ [name]: value })))
      }
    }

    for (const [name, value, code] of refused) {
      it(`${name}=${value} is ${code}`, async () => {
        const details = expectA(await ask({ [name]: value }), 400, 'VALIDATION_ERROR')
        expect(details.map((one) => [one.path, one.code])).to.deep.equal([[[name], code]])
        expect(details[0]?.message).to.match(new RegExp(`^${name} `))
      })
    }

    it('reports all problems at once', async () => {
      const answer = await fixture.performance({ device: 'watch', timeout: 5, colour: 'red' }, { key: spent })
      const details = expectA(answer, 400, 'VALIDATION_ERROR')
      expect(details.map(({ path, code }) => [path[0], code])).to.have.deep.members([
        ['url', 'invalid_type'],
        ['device', 'invalid_enum_value'],
        ['timeout', 'too_small'],
        ['colour', 'unrecognized_keys'],
      ])
    })

    it('rejects a parameter that is given twice', async () => {
      const target = encodeURIComponent(url)
      const answer = await fixture.call(`/performance?url=${target}&timeout=5000&timeout=5000`, {
        key: spent,
      })
      expect(expectA(answer, 400, 'VALIDATION_ERROR')[0]?.path).to.deep.equal(['timeout'])
    })

    it('rejects a private target, by address and by name: 400 A', async () => {
      for (const inside of ['http://10.0.0.1/', 'http://localhost/', `http://${fixture.names.inside}/`]) {
        const details = expectA(await fixture.performance({ url: inside }), 400, 'VALIDATION_ERROR')
        expect(details).to.have.length(1)
        expect(details[0]).to.include({ code: 'custom', expected: 'public http(s) URL', received: inside })
        expect(details[0]?.path).to.deep.equal(['url'])
      }
    })

    it('rejects a value that is not a URL: 400 A', async () => {
      for (const none of ['', 'shop.example', 'ftp://shop.example/', 'http://user@shop.example/']) {
        const [detail] = expectA(await fixture.performance({ url: none }), 400, 'VALIDATION_ERROR')
        expect([detail?.code, detail?.path]).to.deep.equal(['invalid_string', ['url']])
      }
    })

    it('without key 401 C, without the scope 403 C', async () => {
      expectC(await fixture.performance({ url }, { key: null }), 401, 'INVALID_API_KEY', ['hint'])
      const key = await fixture.makeKey({ scopes: ['snapshot', 'metadata', 'seo-audit', 'batch'] })
      const answer = await fixture.performance({ url }, { key })
      const details = expectC(answer, 403, 'INSUFFICIENT_PERMISSIONS', ['required_scope'])
      expect(details.required_scope).to.equal('performance')
    })

    it('another method is 405 C with Allow', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await fixture.call('/performance', { method, key: null })
        const { allow } = expectC(answer, 405, 'METHOD_NOT_ALLOWED', ['allow'])
        expect(allow).to.have.members(['GET', 'HEAD'])
      }
    })

    it('are 50 a day for free, 5,000 for pro', async () => {
      for (const [plan, limit] of [
        ['free', 50],
        ['pro', 5000],
      ] as const) {
        const key = await fixture.makeKey({ plan })
        const later = { key, headers: { Prefer: 'respond-async' } }
        // Disallowed by the robots.txt of the site, so that nothing is measured.
        const { headers } = await fixture.performance({ url: fixture.site.url('/kept-out') }, later)
        expect(LIMITS.slice(0, 2).map((name) => Number(headers[name]))).to.deep.equal([limit, limit - 1])
      }
    })

    it('once spent are 429 C', async () => {
      const names = ['limit', 'remaining', 'reset', 'reset_after']
      const { headers } = await ask({})
      expectC(await ask({}), 429, 'RATE_LIMIT_EXCEEDED', names)
      expect(headers).to.include.keys(...LIMITS, 'retry-after')
    })
  })
}
