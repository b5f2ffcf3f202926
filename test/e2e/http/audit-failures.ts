import { expect } from 'chai'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import type { ContractFixture } from './contract-fixture.ts'
import { expectC } from './shapes.ts'
import { LARGEST_BYTES } from './site.ts'

const ROBOTS = ['url', 'robots_txt_url', 'user_agent']
const UNREACHABLE = ['url', 'reason', 'status_code']

/** The column of seo-audit in the error table (infra/docs/clients.md#errors). */
export function auditFailuresContract(fixture: ContractFixture): void {
  describe('failures of seo-audit', () => {
    const audit = (path: string) => fixture.audit({ url: fixture.site.url(path) })

    for (const [path, type] of [
      ['/pdf', 'application/pdf'],
      ['/text', 'text/plain'],
      ['/red.png', 'image/png'],
    ] as const) {
      it(`${path} is not HTML: 422 C UNSUPPORTED_CONTENT`, async () => {
        const details = expectC(await audit(path), 422, 'UNSUPPORTED_CONTENT', ['url', 'content_type'])
        expect(details).to.deep.equal({ url: fixture.site.url(path), content_type: type })
      })
    }

    it('closes the connection, or redirects endlessly: 422 C URL_UNREACHABLE', async () => {
      const reset = expectC(await audit('/reset'), 422, 'URL_UNREACHABLE', UNREACHABLE)
      expect(reset).to.include({ url: fixture.site.url('/reset'), status_code: null })
      const round = expectC(await audit('/round'), 422, 'URL_UNREACHABLE', UNREACHABLE)
      expect(round).to.include({ url: fixture.site.url('/round'), reason: 'too_many_redirects' })
    })

    it('closed port, or no TLS: 422 C URL_UNREACHABLE', async () => {
      const url = fixture.site.url('/')
      for (const one of [atClosedPort(url), url.replace('http:', 'https:')]) {
        const details = expectC(await fixture.audit({ url: one }), 422, 'URL_UNREACHABLE', UNREACHABLE)
        expect(details.url).to.equal(one)
      }
    })

    it('is larger than 50 MB: 422 C RESPONSE_TOO_LARGE', async () => {
      const details = expectC(await audit('/too-large'), 422, 'RESPONSE_TOO_LARGE', ['url', 'limit_bytes'])
      expect(details).to.deep.equal({ url: fixture.site.url('/too-large'), limit_bytes: LARGEST_BYTES })
    })

    it('redirects to a private address or another scheme: 400 C INVALID_URL, as a blocked target', async () => {
      for (const path of ['/to-inside', '/to-other-scheme']) {
        const details = expectC(await audit(path), 400, 'INVALID_URL', ['url', 'reason'])
        expect(details.url).to.equal(fixture.site.url(path))
      }
    })

    it("the target's own 4xx and 5xx are audited: 200, with the target's status, not indexable", async () => {
      for (const [path, status, rule] of [
        ['/absent', 404, 'status-4xx'],
        ['/broken', 500, 'status-5xx'],
      ] as const) {
        const answer = await audit(path)
        expect(answer.status).to.equal(200)
        const { http, indexability, scoring, issues } = answer.json()
        expect([http.status, indexability.is_indexable]).to.deep.equal([status, false])
        expect([scoring.by_category.technical, issues[0].source_rule]).to.deep.equal([0, rule])
      }
    })

    it('robots.txt names PageProbeBot: 403 C, and the page is not requested', async () => {
      const details = expectC(await audit('/kept-out'), 403, 'ROBOTS_TXT_BLOCKED', ROBOTS)
      expect(details).to.deep.equal({
        url: fixture.site.url('/kept-out'),
        robots_txt_url: fixture.site.url('/robots.txt'),
        user_agent: 'PageProbeBot',
      })
      expect(fixture.site.hits('/kept-out')).to.equal(0)
    })

    it('a group for * is reported, not obeyed: 200, not indexable', async () => {
      const { indexability, issues } = (await audit('/kept-from-all')).json()
      expect(indexability.robots_txt).to.include({ allow: false, matched_rule: 'disallow: /kept-from-all' })
      expect([indexability.is_indexable, issues[0].source_rule]).to.deep.equal([
        false,
        'robots-txt-blocks-page',
      ])
    })

    it('are not cached', async () => {
      const before = fixture.site.hits('/pdf')
      expect((await audit('/pdf')).headers).not.to.have.property('x-cache')
      expect(fixture.site.hits('/pdf')).to.be.above(before)
    })
  })
}
