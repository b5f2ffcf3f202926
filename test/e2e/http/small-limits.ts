import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import type { Answer } from '#test/unit/gateway/support/http-call.ts'
import { type ContractFixture, endedInspection } from './contract-fixture.ts'
import { expectC } from './shapes.ts'

/**
 * Effects of small limits: the fixture has capacity for a few inspections, holds callers briefly, and renders small
 * pages only.
 */
export function smallLimitsContract(fixture: ContractFixture): void {
  /** The answer of the inspection that an earlier answer named. */
  const ended = ({ headers }: Answer, key?: string) => endedInspection(fixture, String(headers.location), key)

  describe('no free capacity', () => {
    const ask = (path: string, key?: string, headers = {}) =>
      fixture.metadata({ url: fixture.site.url(path), fields: 'basic' }, { headers, ...(key && { key }) })

    function expectUnavailable(answer: Answer): void {
      const { retry_after } = expectC(answer, 503, 'SERVICE_UNAVAILABLE', ['retry_after'])
      expect(Number(answer.headers['retry-after'])).to.equal(retry_after).and.to.be.at.least(1)
    }

    it('a caller who waits too long gets the location of the answer, and finds it there', async () => {
      const key = await fixture.makeKey({ limits: { metadata: 5 } })
      const spent = await fixture.makeKey({ limits: { metadata: 0 } })
      const counted = await fixture.makeKey({ limits: { metadata: 1 } })
      fixture.site.hold('/held-')
      const late = await ask('/held-late', key)
      expectUnavailable(late)
      expect(late.headers).to.include({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' })
      const location = String(late.headers.location)
      expect((await fixture.call(location, { key })).status).to.equal(202)
      const { accepted, full } = await fill()
      expectUnavailable(full)
      expect(full.headers).not.to.have.property('location')
      await expectBehindQuota(spent, counted)
      fixture.site.release()
      const found = await ended(late, key)
      expect([found.status, found.json().title]).to.deep.equal([200, 'Page /held-late'])
      // The next test finds free capacity.
      for (const one of accepted) expect((await ended(one)).status).to.equal(200)
    })

    /** Requests held pages until the capacity is used up; returns those, and the next answer. */
    async function fill(): Promise<{ accepted: Answer[]; full: Answer }> {
      const accepted: Answer[] = []
      for (let at = 0; at < 10; at++) {
        const answer = await ask(`/held-${at}`, undefined, { Prefer: 'respond-async' })
        if (answer.status !== 202) return { accepted, full: answer }
        accepted.push(answer)
      }
      throw new Error('the queue is full')
    }

    /** While the queue is full: the quota is checked before it, and the cache does not need it. */
    async function expectBehindQuota(spent: string, counted: string): Promise<void> {
      expect((await ask('/held-more', spent)).status).to.equal(429)
      const refused = await ask('/held-more', counted)
      expectUnavailable(refused)
      expect(refused.headers).to.include({ 'x-ratelimit-remaining': '0' })
    }
  })

  it('a rendered page over RENDER_MAX_PAGE_MB, here 1, is 422 C for a snapshot', async function () {
    requireBrowser(this)
    const url = fixture.site.url('/heavy')
    const asked = await fixture.snapshot({ url }, { headers: { Prefer: 'respond-async' } })
    const details = expectC(await ended(asked), 422, 'RESPONSE_TOO_LARGE', ['url', 'limit_bytes'])
    expect(details).to.deep.equal({ url, limit_bytes: 1_048_576 })
  })

  it('CORS headers are absent unless origins are configured', async () => {
    const { headers } = await fixture.call('/healthz', { headers: { Origin: 'https://app.example' } })
    expect(headers).not.to.have.any.keys('access-control-allow-origin', 'access-control-expose-headers')
  })
}
