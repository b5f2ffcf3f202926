import { expect } from 'chai'
import type { RobotsDecision } from '#shared/ports/lookups.ts'
import { isDisallowed, robotsBlockedFailure, robotsUnavailableFailure } from '#shared/web/robots/policy.ts'

const refusedBy = (group: string | null, others: Partial<RobotsDecision> = {}): RobotsDecision => ({
  ...{
    robotsUrl: 'http://a/robots.txt',
    state: 'found',
    allowed: false,
    rule: 'Disallow: /',
    line: 2,
    group,
  },
  ...{ crawlDelay: null, sitemaps: [] },
  ...others,
})

const unreachable = refusedBy(null, { state: 'unreachable', rule: null, line: null })

/** infra/docs/clients.md#robots */
describe('robots policy', () => {
  for (const [what, verdict, lane, policy, expected] of [
    ['the own group, on an interactive call', refusedBy('PageProbeBot'), 'interactive', 'named', true],
    ['the own group in any case', refusedBy('PAGEPROBEBOT'), 'interactive', 'named', true],
    ['the group of all, on an interactive call', refusedBy('*'), 'interactive', 'named', false],
    ['the group of all, on a strict call', refusedBy('*'), 'interactive', 'strict', true],
    ['the group of all, in a batch', refusedBy('*'), 'batch', 'named', true],
    ['the own group, when the policy is off', refusedBy('PageProbeBot'), 'batch', 'off', false],
    ['a file that cannot be read', refusedBy(null, { state: 'unreachable' }), 'batch', 'strict', false],
    ['a page that is allowed', refusedBy('PageProbeBot', { allowed: true }), 'batch', 'strict', false],
  ] as const) {
    it(`${expected ? 'follows' : 'does not follow'} ${what}`, () => {
      expect(isDisallowed(verdict, lane, policy)).to.equal(expected)
    })
  }

  it('names the file and the agent in the failure of a page', () => {
    const cause = new Error('x')
    const failure = robotsBlockedFailure('http://a/p', { robotsUrl: 'http://a/robots.txt' }, cause)
    expect(failure).to.deep.include({
      code: 'ROBOTS_TXT_BLOCKED',
      details: { url: 'http://a/p', robots_txt_url: 'http://a/robots.txt', user_agent: 'PageProbeBot' },
      cause,
    })
  })

  for (const [what, fields, reason, status_code] of [
    ['answers 503', { status: 503 }, 'robots_txt_unreachable', 503],
    ['gives no complete answer', {}, 'robots_txt_unreachable', null],
    ['is on a host without address', { siteFailure: 'dns_failure' }, 'dns_failure', null],
    ['is on a host without a certificate', { siteFailure: 'tls_error' }, 'tls_error', null],
  ] as const) {
    it(`names why a file is unreachable that ${what}`, () => {
      expect(robotsUnavailableFailure('http://a/p', { ...unreachable, ...fields })).to.deep.include({
        code: 'URL_UNREACHABLE',
        details: { url: 'http://a/p', reason, status_code },
      })
    })
  }

  it('leaves other pages to their own requests', () => {
    for (const decision of [
      { ...unreachable, siteFailure: 'not_requested' as const },
      { ...unreachable, siteFailure: 'connection_refused' as const },
      { ...unreachable, allowed: true },
      { ...unreachable, state: 'absent' as const, allowed: true },
      { ...unreachable, state: 'found' as const },
    ])
      expect(robotsUnavailableFailure('http://a/p', decision)).to.equal(null)
  })
})
