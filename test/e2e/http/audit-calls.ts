import { expect } from 'chai'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

/** Field tokens (infra/docs/clients.md#field-groups). */
const tokens = [
  ...['scoring', 'issues', 'metrics', 'indexability', 'http', 'web_vitals', 'structured_data', 'content'],
  ...['i18n', 'media', 'summary', 'context', 'diagnostics', 'technologies', 'diff', 'all'],
]
/** Valid values of each parameter (infra/docs/clients.md#seo-audit-parameters). */
const accepted: Readonly<Record<string, readonly string[]>> = {
  device: ['mobile', 'desktop'],
  vitals: ['synthetic', 'none'],
  compare: ['true', 'false'],
  fields: [...tokens, 'scoring,issues', 'all,diff'],
}
const refused: readonly [name: string, value: string][] = [
  ['device', 'tablet'],
  ['device', 'Mobile'],
  ['device', ''],
  ['vitals', 'field'],
  ['vitals', ''],
  ['compare', 'yes'],
  ['compare', ''],
  ['fields', ''],
  ['fields', 'basic'],
  ['fields', 'Scoring'],
  ['fields', 'scoring,'],
  ['fields', 'scoring;issues'],
  ['timeout', '1000'],
  ['Device', 'mobile'],
  ['constructor', '1'],
]
/** Values that are not URLs of a page (infra/docs/clients.md#targets). */
const noUrls = ['', 'shop.example', 'ftp://shop.example/', 'http://', 'http://user@shop.example/']
const LIMITS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

/**
 * Checks before a page is audited; wrong parameters are 400 C (infra/docs/clients.md#errors). A key with a spent
 * quota shows which values are accepted: the quota is checked after parameters and address.
 */
export function auditCallsContract(fixture: ContractFixture): void {
  describe('calls of seo-audit', () => {
    let spent: string
    let url: string
    before(async () => {
      spent = await fixture.makeKey({ limits: { 'seo-audit': 0 } })
      url = fixture.site.url('/')
    })
    const ask = (more: Parameters) => fixture.audit({ url, ...more }, { key: spent })
    const expectAccepted = ({ status, body }: Answer) => expect(status, body.toString()).to.equal(429)

    it('only url is required', async () => expectAccepted(await ask({})))

    for (const [name, values] of Object.entries(accepted)) {
      for (const value of values) {
        it(`accepts ${name}=${value}`, async () => expectAccepted(await ask({ [name]: value })))
      }
    }

    for (const [name, value] of refused) {
      it(`${name}=${value} is 400 C VALIDATION_ERROR`, async () => {
        const details = expectC(await ask({ [name]: value }), 400, 'VALIDATION_ERROR', [
          'parameter',
          'reason',
        ])
        expect(details.parameter).to.equal(name)
        expect(details.reason).to.be.a('string').and.not.equal('')
      })
    }

    it('without url it is 400 C MISSING_PARAMETER', async () => {
      const answer = await fixture.audit({ device: 'mobile' }, { key: spent })
      const details = expectC(answer, 400, 'MISSING_PARAMETER', ['parameter', 'location'])
      expect(details).to.deep.equal({ parameter: 'url', location: 'query' })
    })

    for (const none of noUrls) {
      it(`url=${none} is 400 C INVALID_URL`, async () => {
        const details = expectC(await fixture.audit({ url: none }), 400, 'INVALID_URL', ['url', 'reason'])
        expect(details.url).to.equal(none)
      })
    }

    it('a private target is 400 C INVALID_URL, by address and by name', async () => {
      for (const inside of ['http://10.0.0.1/', 'http://localhost/', `http://${fixture.names.inside}/`]) {
        const details = expectC(await fixture.audit({ url: inside }), 400, 'INVALID_URL', ['url', 'reason'])
        expect(details.url).to.equal(inside)
      }
    })

    it('rejects a parameter that is given twice', async () => {
      const target = `/seo-audit?url=${encodeURIComponent(url)}&device=mobile&device=mobile`
      const details = expectC(await fixture.call(target, { key: spent }), 400, 'VALIDATION_ERROR', [
        'parameter',
        'reason',
      ])
      expect(details.parameter).to.equal('device')
    })

    it('without key 401 C, without the scope 403 C', async () => {
      expectC(await fixture.audit({ url }, { key: null }), 401, 'INVALID_API_KEY', ['hint'])
      const key = await fixture.makeKey({ scopes: ['snapshot', 'metadata', 'performance', 'batch'] })
      const details = expectC(await fixture.audit({ url }, { key }), 403, 'INSUFFICIENT_PERMISSIONS', [
        'required_scope',
      ])
      expect(details.required_scope).to.equal('seo-audit')
    })

    it('another method is 405 C with Allow', async () => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await fixture.call('/seo-audit', { method, key: null })
        const { allow } = expectC(answer, 405, 'METHOD_NOT_ALLOWED', ['allow'])
        expect(allow).to.have.members(['GET', 'HEAD'])
      }
    })

    it('are 100 a day for free, 10,000 for pro', async () => {
      for (const [plan, limit] of [
        ['free', 100],
        ['pro', 10_000],
      ] as const) {
        const key = await fixture.makeKey({ plan })
        // Disallowed by the robots.txt of the site, so that nothing is audited.
        const { headers } = await fixture.audit({ url: fixture.site.url('/kept-out') }, { key })
        expect(LIMITS.slice(0, 2).map((name) => Number(headers[name]))).to.deep.equal([limit, limit - 1])
      }
    })

    it('once spent are 429 C', async () => {
      const names = ['limit', 'remaining', 'reset', 'reset_after']
      const answer = await ask({})
      expectC(answer, 429, 'RATE_LIMIT_EXCEEDED', names)
      expect(answer.headers).to.include.keys(...LIMITS, 'retry-after')
    })
  })
}
