import { expect } from 'chai'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectB, expectC } from './shapes.ts'

/**
 * Outcome of a target that is not a page, by path: the column of metadata in the error table
 * (infra/docs/clients.md#errors).
 */
const failures: readonly [path: string, because: string][] = [
  ['/pdf', 'is no HTML'],
  ['/text', 'is no HTML'],
  ['/red.png', 'is no HTML'],
  ['/reset', 'closes the connection'],
  ['/round', 'redirects for ever'],
  ['/too-large', 'is larger than 50 MB'],
]
/** `details` of `ROBOTS_TXT_BLOCKED` (infra/docs/clients.md#error-details). */
const ROBOTS = ['url', 'robots_txt_url', 'user_agent']

/** The rows of the error table (infra/docs/clients.md#errors). */
export function errorsContract(fixture: ContractFixture): void {
  describe('errors', () => {
    const inspect = (path: string, more = {}) => fixture.metadata({ url: fixture.site.url(path), ...more })

    describe('of a key', () => {
      const wrongKeys: Record<string, (right: string) => Record<string, string>> = {
        missing: () => ({}),
        empty: () => ({ 'X-API-Key': '' }),
        'in another header': (right) => ({ 'API-Key': right }),
        'as a bearer token': (right) => ({ Authorization: `Bearer ${right}` }),
        'of no form': () => ({ 'X-API-Key': 'secret' }),
        unknown: () => ({ 'X-API-Key': `pp_abcdefgh_${'x'.repeat(32)}` }),
        'with another secret': (right) => ({
          'X-API-Key': right.slice(0, -1) + (right.endsWith('6') ? '7' : '6'),
        }),
      }
      for (const [name, headersOf] of Object.entries(wrongKeys)) {
        it(`${name}: 401, B for metadata, C for snapshot and inspections`, async () => {
          const call = { key: null, headers: headersOf(fixture.key) }
          const answers = [
            await fixture.metadata({ url: fixture.site.url('/') }, call),
            await fixture.snapshot({ url: fixture.site.url('/') }, call),
            await fixture.call('/inspections/x', call),
          ] as const
          expect(expectB(answers[0], 401)).to.equal('Authentication token is invalid or missing')
          for (const answer of answers.slice(1)) expectC(answer as Answer, 401, 'INVALID_API_KEY', ['hint'])
          for (const { headers: reported } of answers) {
            expect(reported).to.have.property('www-authenticate')
            expect(reported).not.to.have.property('x-ratelimit-limit')
          }
        })
      }

      it('in the query is an unknown parameter, not a key', async () => {
        const target = `/metadata?url=${encodeURIComponent(fixture.site.url('/'))}&api_key=${fixture.key}`
        expectB(await fixture.call(target, { key: null }), 401)
        expect(expectB(await fixture.call(target), 400)).to.match(/^api_key /)
      })

      it('without the scope: 403 C for both', async () => {
        const key = await fixture.makeKey({ scopes: ['seo-audit', 'performance', 'batch'] })
        const url = fixture.site.url('/')
        const forMetadata = await fixture.metadata({ url }, { key })
        const details = expectC(forMetadata, 403, 'INSUFFICIENT_PERMISSIONS', ['required_scope'])
        expect(details.required_scope).to.equal('metadata')
        const forSnapshot = await fixture.snapshot({ url }, { key })
        const more = expectC(forSnapshot, 403, 'INSUFFICIENT_PERMISSIONS', ['required_scope'])
        expect(more.required_scope).to.equal('snapshot')
      })
    })

    describe('of a path or method', () => {
      for (const path of ['/nothing', '/metadata/', '/Metadata', '/metadata/x', '//metadata', '/snapshot/']) {
        it(`${path} is 404 C, with and without key`, async () => {
          expectC(await fixture.call(path), 404, 'NOT_FOUND')
          expectC(await fixture.call(path, { key: null }), 404, 'NOT_FOUND')
        })
      }
      const allowed: Record<string, string[]> = {
        '/metadata': ['GET', 'HEAD'],
        '/snapshot': ['POST'],
        '/inspections/x': ['GET', 'HEAD'],
        '/healthz': ['GET', 'HEAD'],
        '/readyz': ['GET', 'HEAD'],
        '/metrics': ['GET', 'HEAD'],
        '/openapi.json': ['GET', 'HEAD'],
        '/docs': ['GET', 'HEAD'],
      }
      for (const [path, methods] of Object.entries(allowed)) {
        it(`${path} with any other method is 405 C with Allow`, async () => {
          for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
            if (methods.includes(method)) continue
            const answer = await fixture.call(path, { method, key: null })
            const { allow } = expectC(answer, 405, 'METHOD_NOT_ALLOWED', ['allow'])
            expect(allow).to.have.members(methods)
            expect(String(answer.headers.allow).split(', ')).to.have.members(methods)
          }
        })
      }
    })

    describe('of a target, for metadata', () => {
      for (const [path, because] of failures) {
        it(`${path} ${because}: 500 B`, async () => {
          expectB(await inspect(path), 500)
        })
      }

      it('closed port: 500 B', async () => {
        const url = atClosedPort(fixture.site.url('/'))
        expectB(await fixture.metadata({ url }), 500)
      })

      it('no TLS: 500 B', async () => {
        expectB(await fixture.metadata({ url: fixture.site.url('/').replace('http:', 'https:') }), 500)
      })

      it('of the maximum size, 50 MB: 200', async () => {
        const { status, json } = await inspect('/largest', { fields: 'basic,http' })
        expect([status, json().title, json().http.response_size_bytes]).to.deep.equal([
          200,
          'Blank',
          52_428_800,
        ])
      })

      it("the target's own 4xx and 5xx are inspected: 200, with the target's status", async () => {
        for (const [path, status] of [
          ['/absent', 404],
          ['/broken', 500],
        ] as const) {
          const answer = await inspect(path, { fields: 'basic,http' })
          expect([answer.status, answer.json().http.status]).to.deep.equal([200, status])
        }
      })

      it('redirects to a private address or another scheme: 400 B, as a blocked target', async () => {
        for (const path of ['/to-inside', '/to-other-scheme']) {
          expect(expectB(await inspect(path), 400)).to.match(/^url /)
        }
      })
    })

    describe('of robots.txt', () => {
      it('a group for PageProbeBot is obeyed: 403 C', async () => {
        const url = fixture.site.url('/kept-out')
        const details = expectC(await fixture.metadata({ url }), 403, 'ROBOTS_TXT_BLOCKED', ROBOTS)
        const robots_txt_url = fixture.site.url('/robots.txt')
        expect(details).to.deep.equal({ url, robots_txt_url, user_agent: 'PageProbeBot' })
        expect(fixture.site.hits('/kept-out')).to.equal(0)
      })

      it('a group for * is reported, not obeyed: 200', async () => {
        const { status, json } = await inspect('/kept-from-all', { fields: 'indexability' })
        expect([status, json().indexability.robots_txt_allowed]).to.deep.equal([200, false])
      })
    })
  })
}
