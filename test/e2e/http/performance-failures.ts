import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'
import { type Detail, expectA, expectC } from './shapes.ts'

/** Targets that cannot be measured, by path, with the received value of the problem. */
const unloaded: readonly [path: string, because: string, received: RegExp][] = [
  ['/absent', 'answers with its own 404', /^404$/],
  ['/broken', 'answers with its own 500', /^500$/],
  ['/reset', 'closes the connection', /^\w+$/],
  ['/round', 'redirects for ever', /^too_many_redirects$/],
  ['/attachment', 'is not a page that a browser can show', /^application\/zip$/],
]

/** The column of performance in the error table (infra/docs/clients.md#errors). */
export function performanceFailuresContract(fixture: ContractFixture): void {
  describe('failures of performance', () => {
    before(function () {
      requireBrowser(this)
    })
    const measure = (path: string, more: Parameters = {}) =>
      fixture.performance({ url: fixture.site.url(path), waitUntil: 'load', ...more })

    function expectUnloaded(details: readonly Detail[]): Detail {
      expect(details.map(({ code, path }) => [code, path])).to.deep.equal([['custom', ['url']]])
      return details[0] as Detail
    }

    for (const [path, because, received] of unloaded) {
      it(`${path} ${because}: 502 A`, async () => {
        const details = expectA(await measure(path), 502, 'PAGE_LOAD_FAILED')
        expect(expectUnloaded(details).received).to.match(received)
      })
    }

    it('closed port, or no TLS: 502 A', async () => {
      const url = fixture.site.url('/')
      for (const one of [atClosedPort(url), url.replace('http:', 'https:')]) {
        const answer = await fixture.performance({ url: one, waitUntil: 'load' })
        expectUnloaded(expectA(answer, 502, 'PAGE_LOAD_FAILED'))
      }
    })

    it('navigation timeout: 408 A', async () => {
      expectA(await measure('/silent', { timeout: 1000 }), 408, 'TIMEOUT')
    })

    it('a redirect to a private address or another scheme: 400 A, as a blocked target', async () => {
      for (const path of ['/to-inside', '/to-other-scheme']) {
        const details = expectA(await measure(path), 400, 'VALIDATION_ERROR')
        expect(details[0]).to.include({ code: 'custom', expected: 'public http(s) URL' })
        expect(details[0]?.received).to.equal(fixture.site.url(path))
      }
    })

    it('robots.txt names PageProbeBot: 403 C', async () => {
      const answer = await measure('/kept-out')
      const details = expectC(answer, 403, 'ROBOTS_TXT_BLOCKED', ['url', 'robots_txt_url', 'user_agent'])
      expect(details.url).to.equal(fixture.site.url('/kept-out'))
    })

    it('are not cached', async () => {
      const before = fixture.site.hits('/absent')
      await measure('/absent')
      expect(fixture.site.hits('/absent')).to.be.above(before)
    })
  })
}
