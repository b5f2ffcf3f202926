import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { atClosedPort } from '#test/support/sites/closed-port.ts'
import type { ContractFixture, Parameters } from './contract-fixture.ts'
import { expectA, expectC } from './shapes.ts'

/** A small image is made quickly. */
const small = { viewport: { width: 400, height: 300 }, waitUntil: 'load' } as const
/** Failures of a target (infra/docs/clients.md#errors): the column of snapshot, with the reasons of shape C. */
const unreachable = ['/reset', '/round', '/attachment']

export function snapshotFailuresContract(fixture: ContractFixture): void {
  describe('failures of snapshot', () => {
    before(function () {
      requireBrowser(this)
    })
    const shoot = (path: string, more: Parameters = {}) =>
      fixture.snapshot({ url: fixture.site.url(path), ...small, ...more })

    it('the selector matches nothing, or nothing that has a box: 404 A', async () => {
      expectA(await shoot('/full', { selector: '#none' }), 404, 'ELEMENT_NOT_FOUND')
      const hidden = await shoot('/full', { selector: 'head' })
      expectA(hidden, 404, 'ELEMENT_NOT_FOUND')
    })

    it('the selector is not CSS: 400 A, with its path', async () => {
      for (const selector of ['a[', '..', '123']) {
        const details = expectA(await shoot('/full', { selector }), 400, 'VALIDATION_ERROR')
        expect(details.map(({ path, received }) => [path, received])).to.deep.equal([
          [['selector'], selector],
        ])
      }
    })

    it('navigation timeout: 408 A', async () => {
      expectA(await shoot('/silent', { timeout: 1000 }), 408, 'TIMEOUT')
    })

    it('the image would be too large: 413 A, and the message contains the height of the page', async () => {
      const answer = await shoot('/tall?17000', { fullPage: true, format: 'webp' })
      expectA(answer, 413, 'PAGE_TOO_TALL')
      expect(answer.json().error.message).to.include('17000')
    })

    for (const path of unreachable) {
      it(`${path} cannot be rendered: 422 C`, async () => {
        const details = expectC(await shoot(path), 422, 'URL_UNREACHABLE', ['url', 'reason', 'status_code'])
        expect(details.url).to.equal(fixture.site.url(path))
        expect(details.reason).to.be.a('string').and.not.equal('')
        if (path === '/round') expect(details.reason).to.equal('too_many_redirects')
        if (path === '/attachment') expect(details.reason).to.equal('not_renderable')
      })
    }

    it('closed port, or no TLS: 422 C', async () => {
      const url = fixture.site.url('/')
      for (const one of [atClosedPort(url), url.replace('http:', 'https:')]) {
        const answer = await fixture.snapshot({ url: one, ...small })
        expect(expectC(answer, 422, 'URL_UNREACHABLE', ['url', 'reason', 'status_code']).url).to.equal(one)
      }
    })

    it('a redirect to a private address or another scheme: 400 A, as a blocked target', async () => {
      for (const path of ['/to-inside', '/to-other-scheme']) {
        const details = expectA(await shoot(path), 400, 'VALIDATION_ERROR')
        expect(details.map(({ code, path: to }) => [code, to])).to.deep.equal([['custom', ['url']]])
        expect(details[0]).to.include({ expected: 'public http(s) URL', received: fixture.site.url(path) })
      }
    })

    it('robots.txt names PageProbeBot: 403 C; only *: 200', async () => {
      const details = expectC(await shoot('/kept-out'), 403, 'ROBOTS_TXT_BLOCKED', [
        'url',
        'robots_txt_url',
        'user_agent',
      ])
      expect(details).to.deep.equal({
        url: fixture.site.url('/kept-out'),
        robots_txt_url: fixture.site.url('/robots.txt'),
        user_agent: 'PageProbeBot',
      })
      expect((await shoot('/kept-from-all')).status).to.equal(200)
    })

    it('are not cached', async () => {
      const before = fixture.site.hits('/attachment')
      await shoot('/attachment')
      expect(fixture.site.hits('/attachment')).to.be.above(before)
    })
  })
}
