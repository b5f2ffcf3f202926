import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { requireBrowser } from '#test/support/browser/test-tab.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { root } from '#test/support/sandbox.ts'
import { type ApiAnswer, metric, postSnapshot } from '#test/support/service/api-client.ts'
import { openEmbeddedService, type ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openSite, type TargetSite } from '#test/support/sites/target-site.ts'

const CALLS = 60
const small = { viewport: { width: 320, height: 240 } }
/**
 * A call waits 45 s, of which the queue may use 27 s. One page at a time, each estimated at a second until one has
 * been rendered: the call after 27 others would be answered after 28 s.
 */
const ACCEPTED = 27

describe('Snapshots beyond the capacity', function () {
  this.timeout(120_000)
  let site: TargetSite
  let fixture: ServiceFixture
  let held: PromiseWithResolvers<void>

  before('start the service', async function () {
    requireBrowser(this)
    held = Promise.withResolvers()
    site = await openSite({ before: () => held.promise })
    fixture = await openEmbeddedService({ RENDER_CONCURRENCY: '1' })
    await untilKnown()
  })
  after('stop the service', async () => {
    held?.resolve()
    await fixture?.close()
    await site?.close()
  })

  const ofService = (series: string) => metric(fixture.service.url, series)
  const predictedFor = (owner: string) =>
    ofService(`pageprobe_predicted_wait_seconds{operation="snapshot",owner="${owner}"}`)
  async function untilKnown(): Promise<void> {
    while (Number.isNaN(await predictedFor('busiest'))) await sleep(100)
  }
  const shoot = (path: string, headers = {}) =>
    postSnapshot(fixture.service.url, { ...small, url: site.url(path) }, { headers })
  const ofAnother = (): string =>
    execFileSync(process.execPath, ['gateway/cli/keys.ts', 'create'], {
      cwd: root,
      env: { PATH: process.env.PATH, ...fixture.env },
    })
      .toString()
      .trim()

  it('are refused at once, with Retry-After; other owners, and callers who wait longer, are not', async () => {
    const answered: ApiAnswer[] = []
    const calls = Array.from({ length: CALLS }, async (_, at) => {
      const answer = await shoot(`/page-${at}`)
      answered.push(answer)
      return answer
    })
    // No page has been rendered, so these answers waited for none.
    while (answered.length < CALLS - ACCEPTED) await sleep(50)
    expect(answered).to.have.length(CALLS - ACCEPTED)
    for (const { status, headers, json } of answered) {
      expect(status).to.equal(503)
      expect(json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE')
      const retryAfter = Number(headers.get('retry-after'))
      expect(json).to.have.nested.property('error.details.retry_after', retryAfter)
      expect(retryAfter).to.be.within(1, 61)
      expect(headers.has('location')).to.equal(false)
    }
    expect(new Set(answered.map(({ headers }) => headers.get('retry-after'))).size).to.be.above(10)
    expect(await ofService('pageprobe_refusals_total{way="render",reason="too_long"}')).to.equal(
      CALLS - ACCEPTED,
    )
    const busiest = await predictedFor('busiest')
    const idle = await predictedFor('idle')
    expect(busiest).to.be.within(26, 28)
    expect(idle).to.be.within(0, 2)

    expect((await shoot('/later', { prefer: 'respond-async' })).status).to.equal(202)
    const other = shoot('/other', { 'x-api-key': ofAnother() })
    held.resolve()
    const released = performance.now()
    // All accepted calls are answered; here it is enough that one is.
    const first = await Promise.any(calls.map(statusIfAnswered))
    reportFault({
      fault: `${CALLS} snapshots of one owner at once, room for ${ACCEPTED}`,
      accepted: CALLS - answered.filter(({ status }) => status === 503).length,
      wrong: answered.filter(({ status }) => ![200, 503].includes(status)).length,
      recoveredMs: performance.now() - released,
    })
    expect(first).to.equal(200)
    expect((await other).status).to.equal(200)
  })
})

async function statusIfAnswered(call: Promise<ApiAnswer>): Promise<number> {
  const { status } = await call
  if (status === 503) throw new Error('refused')
  return status
}
