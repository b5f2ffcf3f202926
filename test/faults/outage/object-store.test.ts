import { expect } from 'chai'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { batchOverStoreOutage } from '#test/support/faults/store-outage.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownMinio } from '#test/support/service/services.ts'

const PAGES = 80
const OUTAGE_MS = 25_000
const SHORT_OUTAGE_MS = 10_000
/** A caller is held for so long: one that is sent away sooner did not wait for the store. */
const HELD_MS = 15_000

describe('the object store, killed under a batch of large pages', function () {
  this.timeout(180_000)
  const minio = ownMinio()
  after(endAllServices)

  for (const [title, outageMs, memory] of [
    ['as much memory as there is', OUTAGE_MS, {}],
    ['memory for a few bodies', SHORT_OUTAGE_MS, { BODY_MEMORY_MB: '128', FETCH_CONCURRENCY: '24' }],
  ] as const) {
    it(`requests no page again, ends all, and lets no caller wait for the store: ${title}`, async () => {
      const options = { pages: PAGES, outageMs, callEveryMs: 2000, env: memory }
      const outage = await batchOverStoreOutage({ minio: minio.service, ...options })
      const requests = outage.requestCounts.reduce((sum, count) => sum + count, 0)
      reportFault({
        fault: `the object store killed under a batch of large pages for ${outageMs / 1000} s, ${title}`,
        accepted: PAGES,
        lost: PAGES - outage.done,
        wrong: outage.calls.filter(({ status }) => status !== 503).length,
        repeated: requests - PAGES,
        recoveredMs: outage.endedAfterMs,
      })
      console.log(`      the service took ${Math.round(outage.maxRss)} MiB at most`)
      expect([outage.done, outage.failed]).to.deep.equal([PAGES, 0])
      expect(Math.max(...outage.requestCounts)).to.be.within(1, 3)
      expect(Math.min(...outage.requestCounts)).to.equal(1)
      expect(outage.calls.map(({ status }) => status)).to.deep.equal(outage.calls.map(() => 503))
      for (const { ms } of outage.calls) expect(ms).to.be.below(HELD_MS)
    })
  }
})
