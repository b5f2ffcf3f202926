import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import type { Failure } from '#shared/errors.ts'
import type { InspectionRequested } from '#shared/messages/events/inspection-requested.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Lookups, RobotsDecision } from '#shared/ports/lookups.ts'
import type { RobotsPolicy } from '#shared/web/robots/policy.ts'
import { makeRobotsGuard } from '#stages/render/policy/robots-guard.ts'

const url = 'https://example.com/a'

function verdict(state: RobotsDecision['state'], allowed: boolean, group: string | null): RobotsDecision {
  const robotsUrl = 'https://example.com/robots.txt'
  return { robotsUrl, state, allowed, group, rule: null, line: null, crawlDelay: null, sitemaps: [] }
}

async function enter(answer: RobotsDecision, policy: RobotsPolicy, lane: Lane): Promise<unknown> {
  const lookups = { robots: async () => answer }
  const gate = makeRobotsGuard({ lookups, policy, timeoutMs: 1000, retryAfterMs: 30_000 })
  return gate.assertAllowed(url, { lane, traceparent: null } as InspectionRequested).then(
    () => 'entered',
    (error: unknown) => error,
  )
}

describe('robots guard of the render stage: the look-up', () => {
  it('passes the lane and the manners of the batch, and returns the crawl delay in milliseconds', async () => {
    const lanes: unknown[] = []
    const batch = '0198a1b2-0000-4000-8000-000000000001'
    for (const crawlDelay of [1.5, null]) {
      const lookups: Pick<Lookups, 'robots'> = {
        async robots(_url, _token, { lane, batch: asking, politeness }) {
          lanes.push([lane, asking, politeness])
          return { ...verdict('found', true, null), crawlDelay }
        },
      }
      const gate = makeRobotsGuard({ lookups, policy: 'named', timeoutMs: 1000, retryAfterMs: 30_000 })
      const entry = await gate.assertAllowed(url, {
        ...{ id: `${batch}.1`, lane: 'batch', traceparent: null, politeness: 'delay=500' },
      })
      expect(entry).to.deep.equal({ crawlDelayMs: crawlDelay === null ? null : 1500 })
    }
    const asked = ['batch', batch, 'delay=500']
    expect(lanes).to.deep.equal([asked, asked])
  })
})

/** infra/docs/clients.md#robots: named on interactive, `*` on batch too; 5xx or unreachable = allow on interactive, later on batch. */
const table: [what: string, RobotsDecision, RobotsPolicy, interactive: string, batch: string][] = [
  ['own group, disallowed', verdict('found', false, 'PageProbeBot'), 'named', 'blocked', 'blocked'],
  ['own group in lower case', verdict('found', false, 'pageprobebot'), 'named', 'blocked', 'blocked'],
  ['group *, disallowed', verdict('found', false, '*'), 'named', 'entered', 'blocked'],
  ['group *, disallowed', verdict('found', false, '*'), 'strict', 'blocked', 'blocked'],
  ['own group, disallowed', verdict('found', false, 'PageProbeBot'), 'off', 'entered', 'entered'],
  ['allowed', verdict('found', true, 'PageProbeBot'), 'strict', 'entered', 'entered'],
  ['no file', verdict('absent', true, null), 'strict', 'entered', 'entered'],
  ['put off', { ...verdict('unreachable', false, null), status: 503 }, 'named', 'entered', 'later'],
  ['no complete answer', verdict('unreachable', false, null), 'named', 'entered', 'later'],
  [
    'a dead site',
    { ...verdict('unreachable', false, null), siteFailure: 'dns_failure' },
    'named',
    'entered',
    'later',
  ],
  [
    'a site that is not asked',
    { ...verdict('unreachable', false, null), siteFailure: 'not_requested' },
    'named',
    'entered',
    'entered',
  ],
]

describe('robots guard of the render stage', () => {
  for (const [what, answer, policy, interactive, batch] of table) {
    for (const [lane, expected] of [
      ['interactive', interactive],
      ['batch', batch],
    ] as const) {
      it(`${what}, policy ${policy}, ${lane}: ${expected}`, async () => {
        const outcome = await enter(answer, policy, lane)
        if (expected === 'entered') expect(outcome).to.equal('entered')
        if (expected === 'later') expect(outcome).to.be.instanceOf(RetryAfterError)
        if (expected !== 'blocked') return
        expect((outcome as Failure).code).to.equal('ROBOTS_TXT_BLOCKED')
        expect((outcome as Failure).details).to.deep.equal({
          url,
          robots_txt_url: 'https://example.com/robots.txt',
          user_agent: 'PageProbeBot',
        })
      })
    }
  }
})
