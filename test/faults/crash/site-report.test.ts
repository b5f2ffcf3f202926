import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { openPlantedSite, type PlantedSite } from '#test/e2e/site-report/planted-site.ts'
import { type Report, reportClient } from '#test/e2e/site-report/report-client.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
import { batchClient } from '#test/support/service/batch-client.ts'
import { onBothSides } from '#test/support/service/both-sides.ts'
import { API_KEY, type ServiceProcess, startParts } from '#test/support/service/service-process.ts'

const POLL_MS = 20
/** Results after which the process is killed: some of the crawl, and all of it, while sitemaps and links are looked at. */
const KILLED_AT = 150
/** Two crawls and two starts, each of which Kafka lets wait until the session of the killed process has ended. */
const TIMEOUT_MS = 300_000

onBothSides('the report on a site, and kill -9', (open, side) => {
  let site: PlantedSite

  before(async () => {
    site = await openPlantedSite()
  })
  after(() => site?.close())

  it('is the same, byte for byte, but for times', async function () {
    this.timeout(TIMEOUT_MS)
    const settings = { EGRESS_HOSTS: site.hosts, BATCH_HOST_CONCURRENCY: '8' }
    const fixture = await open(settings)
    const services: ServiceProcess[] = [fixture.service]
    const restart = async () => {
      await services.at(-1)?.kill()
      const killed = performance.now()
      services.push(await startParts([], { env: fixture.env }))
      return performance.now() - killed
    }
    const current = () => services.at(-1)?.url ?? ''
    const body = { operation: 'metadata', crawl: { scope: 'domain', seeds: [`${site.origin}/`] } }
    try {
      const undisturbed = await reportClient(current()).submit(body)
      const expected = await reportClient(current()).complete(undisturbed)
      const id = await reportClient(current()).submit(body)
      await untilDone(current(), id, KILLED_AT)
      const recoveredMs = await restart()
      const { counts } = await batchClient(current(), API_KEY).untilEnded(id)
      // While the surroundings of the site are looked at.
      const recoveredAgainMs = await restart()
      const report = await reportClient(current()).complete(id)
      const undisturbedCounts = (await batchClient(current(), API_KEY).status(undisturbed)).counts
      reportFault({
        fault: `the one process killed in a crawl with a report, twice (${side})`,
        accepted: counts.accepted,
        lost: undisturbedCounts.done - counts.done,
        wrong: JSON.stringify(timeless(report)) === JSON.stringify(timeless(expected)) ? 0 : 1,
        recoveredMs: Math.max(recoveredMs, recoveredAgainMs),
      })
      expect(JSON.stringify(timeless(report))).to.equal(JSON.stringify(timeless(expected)))
    } finally {
      await services.at(-1)?.stop()
      await fixture.close()
    }
  })
})

async function untilDone(base: string, id: string, results: number): Promise<void> {
  const client = batchClient(base, API_KEY)
  for (;;) {
    const { counts, state } = await client.status(id)
    if (counts.done >= results) {
      expect(state, 'killed while the crawl runs').to.equal('running')
      return
    }
    await sleep(POLL_MS)
  }
}

/** A report without what differs between two crawls: the id of the batch and its times. */
function timeless({ batch, ...report }: Report): object {
  const { id: _, created_at: __, finished_at: ___, ...about } = batch
  return { batch: about, ...report }
}
