import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { getMetadata } from '#test/support/service/api-client.ts'
import { endAllServices, startParts } from '#test/support/service/service-process.ts'
import { openSite } from '#test/support/sites/target-site.ts'

/** Time limit for a stop (infra/docs/operations.md#running). */
const EXIT_LIMIT_MS = 20_000

describe('stopping the service', function () {
  this.timeout(120_000)
  afterEach(endAllServices)

  it('exits with 0 within 20 s of SIGTERM even when a page never answers', async () => {
    const site = await openSite({ before: () => new Promise(() => undefined) })
    const service = await startParts([], { env: { FETCH_TIMEOUT_MS: '60000', ANSWER_TIMEOUT_MS: '60000' } })
    const answer = getMetadata(service.url, site.url('/never')).catch(() => null)
    while (site.hits('/never') === 0) await sleep(10)
    const began = performance.now()
    const code = await service.stop()
    const recoveredMs = performance.now() - began
    const lost = (await answer) === null ? 1 : 0
    reportFault({ fault: 'SIGTERM beside a page that never answers', accepted: 1, lost, recoveredMs })
    expect(code).to.equal(0)
    expect(recoveredMs).to.be.below(EXIT_LIMIT_MS)
    await site.close()
  })
})
