import { expect } from 'chai'
import { batchOverStoreOutage } from '#test/support/faults/store-outage.ts'
import { endAllServices } from '#test/support/service/service-process.ts'
import { ownMinio } from '#test/support/service/services.ts'

const PAGES = 80
const OUTAGE_MS = 15_000

/** `npm run bench -- store-away` is the same with an outage of ten minutes. */
describe('the object store, killed under a batch of large pages', function () {
  this.timeout(180_000)
  const minio = ownMinio()
  after(endAllServices)

  for (const [title, memory] of [
    ['as much memory as there is', {}],
    ['memory for a few bodies', { BODY_MEMORY_MB: '128', FETCH_CONCURRENCY: '24' }],
  ] as const) {
    it(`requests no page again, ends all, and lets no caller wait for the store: ${title}`, async () => {
      const options = { pages: PAGES, outageMs: OUTAGE_MS, callEveryMs: 2000, env: memory }
      const outage = await batchOverStoreOutage({ minio: minio.service, ...options })
      expect([outage.done, outage.failed]).to.deep.equal([PAGES, 0])
      expect(Math.max(...outage.requestCounts)).to.be.within(1, 3)
      expect(Math.min(...outage.requestCounts)).to.equal(1)
      expect(outage.calls.map(({ status }) => status)).to.deep.equal(outage.calls.map(() => 503))
      // A caller is held for 15 seconds: who is sent away sooner did not wait for the store.
      for (const { ms } of outage.calls) expect(ms).to.be.below(OUTAGE_MS)
    })
  }
})
