import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { untilEnded } from '#test/tools/load.ts'
import { type MannersSite, openMannersSite } from '#test/tools/manners-site.ts'
import {
  BATCH,
  binaryRequest,
  type OutsideClient,
  type OutsideRequest,
  tally,
} from '#test/tools/outside-client.ts'

const HOSTS = 6
const PAGES_PER_HOST = 5
const DELAY_MS = 300
const SLOW_HOST = 0

/** What runs, with settings more, and an outside program at its log. */
export type OpenService = (
  env: Readonly<Record<string, string>>,
) => Promise<{ readonly outside: OutsideClient; close(): Promise<void> }>

/** What hosts see of the batch lane, noted at their side. */
export function politenessContract(name: string, open: OpenService): void {
  describe(`manners towards hosts: ${name}`, function () {
    this.timeout(120_000)

    it('one request at a time, never sooner than the delay, robots.txt and redirects included', async () => {
      const service = await open({ BATCH_HOST_DELAY_MS: String(DELAY_MS), BATCH_HOST_CONCURRENCY: '1' })
      const site = await openMannersSite({
        hosts: HOSTS,
        answerMs: (host) => (host === SLOW_HOST ? 200 : 10),
      })
      try {
        const requests = requestsTo(site)
        await service.outside.produce(BATCH, [...requests.values()])
        const ids = [...requests.keys()]
        await untilEnded(service.outside, ids)
        expect(tally(ids, service.outside.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
        const figures = site.figures()
        expect(figures.map(({ mostAtOnce }) => mostAtOnce)).to.deep.equal(figures.map(() => 1))
        for (const { smallestGapMs, requests: count } of figures) {
          expect(smallestGapMs).to.be.at.least(DELAY_MS)
          // Its pages, one of them asked for by a redirect of its neighbour, and robots.txt.
          expect(count).to.be.at.least(PAGES_PER_HOST + 2)
        }
        // Five times what its answers take.
        expect(figures[SLOW_HOST]?.smallestGapMs).to.be.at.least(5 * 200)
      } finally {
        await service.close()
        await site.close()
      }
    })
  })
}

/** One host's requests get keys of their own: they are spread over the partitions, and so over the processes. */
function requestsTo(site: MannersSite): Map<string, OutsideRequest> {
  const run = randomUUID()
  const requests = new Map<string, OutsideRequest>()
  for (let page = 0; page < PAGES_PER_HOST; page++) {
    for (let host = 0; host < HOSTS; host++) {
      const path = page === 0 ? `/to-${(host + 1) % HOSTS}/landing-${host}` : `/page-${page}`
      const id = `${run}-${host}-${page}`
      const parameters = { url: site.url(path, host), fields: 'basic' }
      requests.set(id, { ...binaryRequest(id, { operation: 'metadata', parameters }), key: id })
    }
  }
  return requests
}
