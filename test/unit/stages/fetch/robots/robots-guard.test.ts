import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure } from '#shared/errors.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { RobotsPolicy } from '#shared/web/robots/policy.ts'
import { makeRobots } from '#stages/fetch/robots/robots.ts'
import { makeRobotsGuard, notingWaits } from '#stages/fetch/robots/robots-guard.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { userAgent } from '../http/loopback.ts'
import { siteFixture } from '../site-fixture.ts'
import { unlimitedPermits } from '../unlimited-permits.ts'

const LATER_MS = 30_000

describe('makeRobotsGuard', () => {
  const stand = siteFixture()

  const gate = (policy: RobotsPolicy) => {
    const cache = { cacheMs: 60_000, unreachableCacheMs: 60_000, cacheEntries: 10, cacheBytes: 1_000_000 }
    const robots = makeRobots({
      client: stand.client,
      permits: unlimitedPermits,
      userAgent,
      ...cache,
      timeoutMs: 1500,
      maxRedirects: 5,
    })
    return makeRobotsGuard(robots, policy, LATER_MS)
  }
  const file =
    (text: string): RequestListener =>
    (_request, response) =>
      response.end(text)
  const status =
    (code: number): RequestListener =>
    (_request, response) =>
      response.writeHead(code).end('user-agent: *\ndisallow: /\n')

  const named = 'user-agent: pageprobebot\ndisallow: /page\n'
  const generic = 'user-agent: *\ndisallow: /page\n'
  const exempt = `${generic}user-agent: PageProbeBot\nallow: /\n`
  const lanes: Lane[] = ['interactive', 'batch']
  /** infra/docs/clients.md#robots: the lanes that each file blocks under each policy. */
  const table: [string, string, Record<RobotsPolicy, Lane[]>][] = [
    ['a group of our name', named, { named: lanes, strict: lanes, off: [] }],
    ['the group of all', generic, { named: ['batch'], strict: lanes, off: [] }],
    ['a group of our name that allows, beside one of all', exempt, { named: [], strict: [], off: [] }],
    ['no rule', 'user-agent: *\ndisallow: /other\n', { named: [], strict: [], off: [] }],
  ]
  for (const [what, text, blocked] of table) {
    for (const policy of ['named', 'strict', 'off'] as const) {
      it(`${what}, policy ${policy}: blocks ${blocked[policy].join(' and ') || 'no lane'}`, async () => {
        stand.answer = file(text)
        const { assertAllowed } = gate(policy)
        const out: Lane[] = []
        for (const lane of lanes) {
          await assertAllowed(`${stand.site.origin}/page`, lane).catch((error: Failure) => {
            expect(error)
              .to.be.instanceOf(Failure)
              .and.deep.include({
                code: 'ROBOTS_TXT_BLOCKED',
                details: {
                  url: `${stand.site.origin}/page`,
                  robots_txt_url: `${stand.site.origin}/robots.txt`,
                  user_agent: 'PageProbeBot',
                },
              })
            out.push(lane)
          })
        }
        expect(out).to.deep.equal(blocked[policy])
      })
    }
  }

  for (const code of [500, 503, 429]) {
    it(`robots.txt answers ${code}: batch work is retried, interactive work continues`, async () => {
      stand.answer = status(code)
      const { assertAllowed } = gate('named')
      const url = `${stand.site.origin}/page`
      const later = await rejectionOf(assertAllowed(url, 'batch'))
      expect(later).to.be.instanceOf(RetryAfterError).and.include({ retryAfterMs: LATER_MS })
      expect((later as RetryAfterError).failure).to.deep.include({
        code: 'URL_UNREACHABLE',
        details: { url, reason: 'robots_txt_unreachable', status_code: code },
      })
      await assertAllowed(url, 'interactive')
    })
  }

  it('robots.txt answers 503: the same under strict, and no wait under off', async () => {
    stand.answer = status(503)
    expect(await rejectionOf(gate('strict').assertAllowed(stand.site.origin, 'batch'))).to.be.instanceOf(
      RetryAfterError,
    )
    await gate('strict').assertAllowed(stand.site.origin, 'interactive')
    await gate('off').assertAllowed(stand.site.origin, 'batch')
  })

  it('robots.txt answers 404: all work continues', async () => {
    stand.answer = status(404)
    for (const lane of lanes) await gate('strict').assertAllowed(`${stand.site.origin}/page`, lane)
  })

  it('returns the decision for Googlebot, whatever the policy for this service (RFC 9309)', async () => {
    stand.answer = file('user-agent: Googlebot\ndisallow: /page\nuser-agent: *\nallow: /\n')
    for (const policy of ['named', 'strict', 'off'] as const) {
      expect(await gate(policy).allowsIndexing(`${stand.site.origin}/page`, 'interactive')).to.equal(false)
      expect(await gate(policy).allowsIndexing(`${stand.site.origin}/other`, 'interactive')).to.equal(true)
    }
    stand.answer = status(503)
    expect(await gate('named').allowsIndexing(`${stand.site.origin}/page`, 'interactive')).to.equal(false)
    stand.answer = status(404)
    expect(await gate('named').allowsIndexing(`${stand.site.origin}/page`, 'interactive')).to.equal(true)
  })
})

describe('notingWaits', () => {
  it('tells of work that waits for robots.txt, and of no other', async () => {
    const noted: [string, number][] = []
    const failure = new Failure('URL_UNREACHABLE', 'x')
    const errors = [new RetryAfterError(failure, 30_000), failure]
    const guard = notingWaits(
      { assertAllowed: () => Promise.reject(errors.shift()), allowsIndexing: async () => true },
      (url, ms) => void noted.push([url, ms]),
    )
    for (const error of [...errors])
      expect(await rejectionOf(guard.assertAllowed('http://a.test/x', 'batch'))).to.equal(error)
    expect(noted).to.deep.equal([['http://a.test/x', 30_000]])
    expect(await guard.allowsIndexing('http://a.test/x', 'batch')).to.equal(true)
  })
})
