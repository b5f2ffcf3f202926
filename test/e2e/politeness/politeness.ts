import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  type ExternalRequest,
  tally,
} from '#test/support/external/external-client.ts'
import { untilEnded } from '#test/support/faults/load.ts'
import { type NamedHost, openSharedAddresses } from '#test/support/sites/shared-addresses.ts'
import type { HostVisits } from '#test/support/sites/visit-recorder.ts'
import { openVisitRecordingSite, type VisitRecordingSite } from '#test/support/sites/visit-recording-site.ts'

const HOSTS = 6
const PAGES_PER_HOST = 5
const DELAY_MS = 300
const SLOW_HOST = 0

/** Starts the service with additional settings, and an external client at its log. */
export type OpenService = (
  env: Readonly<Record<string, string>>,
) => Promise<{ readonly external: ExternalClient; close(): Promise<void> }>

/** Politeness of the batch lane (infra/docs/contract.md#politeness), as the hosts see it. */
export function politenessContract(name: string, open: OpenService): void {
  describe(`politeness: ${name}`, function () {
    this.timeout(240_000)

    it('one request at a time, never sooner than the delay, robots.txt and redirects included', async () => {
      const service = await open({ BATCH_HOST_DELAY_MS: String(DELAY_MS), BATCH_HOST_CONCURRENCY: '1' })
      const site = await openVisitRecordingSite({
        hosts: HOSTS,
        answerMs: (host) => (host === SLOW_HOST ? 200 : 10),
      })
      try {
        const requests = requestsTo(site)
        await service.external.produce(BATCH, [...requests.values()])
        const ids = [...requests.keys()]
        await untilEnded(service.external, ids)
        expect(tally(ids, service.external.records)).to.deep.equal({
          once: ids.length,
          lost: [],
          several: [],
        })
        const figures = site.visits()
        expect(figures.map(({ maxConcurrent }) => maxConcurrent)).to.deep.equal(figures.map(() => 1))
        for (const { smallestGapMs, requests: count } of figures) {
          expect(smallestGapMs).to.be.at.least(DELAY_MS)
          // Its pages, one of them requested by a redirect of its neighbour, and robots.txt.
          expect(count).to.be.at.least(PAGES_PER_HOST + 2)
        }
        // Five times the duration of its answers.
        expect(figures[SLOW_HOST]?.smallestGapMs).to.be.at.least(5 * 200)
      } finally {
        await service.close()
        await site.close()
      }
    })

    const settings = { BATCH_HOST_DELAY_MS: String(DELAY_MS), BATCH_HOST_CONCURRENCY: '1' }

    it('by domain: one request at a time to all hosts of a domain, never sooner than the delay', async () => {
      const { figures } = await visited(open, { ...settings, BATCH_POLITE_BY: 'domain' })
      for (const domain of ['one.co.uk', 'two.com', 'user-a.github.io', 'user-b.github.io']) {
        const { maxConcurrent, smallestGapMs } = figures.get(domain) as HostVisits
        expect([domain, maxConcurrent]).to.deep.equal([domain, 1])
        expect(smallestGapMs).to.be.at.least(DELAY_MS)
      }
    })

    it('by ip: one request at a time to all hosts of an address, never sooner than the delay', async () => {
      const { figures } = await visited(open, { ...settings, BATCH_POLITE_BY: 'ip' })
      for (const address of ADDRESSES) {
        const { maxConcurrent, smallestGapMs } = figures.get(address) as HostVisits
        expect([address, maxConcurrent]).to.deep.equal([address, 1])
        expect(smallestGapMs).to.be.at.least(DELAY_MS)
      }
    })

    it('never more concurrent requests to an address than its cap, for any hosts', async () => {
      const { figures } = await visited(
        open,
        {
          BATCH_HOST_DELAY_MS: '0',
          BATCH_ADDRESS_CONCURRENCY: '2',
        },
        LONG_ANSWER_MS,
      )
      expect(ADDRESSES.map((address) => figures.get(address)?.maxConcurrent)).to.deep.equal([2, 2])
    })
  })
}

const ADDRESSES = ['127.0.0.20', '127.0.0.21'] as const
/** Hosts of domains, on both addresses. The users of a private suffix have domains of their own. */
const NAMED: readonly NamedHost[] = [
  ...['a.one.co.uk', 'one.co.uk'].map((name) => ({ name, domain: 'one.co.uk' })),
  ...['a.two.com', 'b.two.com'].map((name) => ({ name, domain: 'two.com' })),
  ...['user-a.github.io', 'user-b.github.io'].map((name) => ({ name, domain: name })),
].map((host, at) => ({ ...host, address: ADDRESSES[at % 2] ?? ADDRESSES[0] }))
const NAMED_PAGES = 2

/** Long enough that requests which may be concurrent are. */
const LONG_ANSWER_MS = 500

/** Inspects pages of all named hosts, one of them by a redirect of its neighbour, and returns the visits. */
async function visited(open: OpenService, env: Readonly<Record<string, string>>, answerMs = 50) {
  const site = await openSharedAddresses(NAMED, answerMs)
  const service = await open({ ...env, EGRESS_HOSTS: site.egressHosts })
  try {
    const run = randomUUID()
    const requests = NAMED.flatMap(({ name }, at) =>
      Array.from({ length: NAMED_PAGES }, (_, page) => {
        const neighbour = NAMED[(at + 1) % NAMED.length]?.name
        const url = site.url(name, page === 0 ? `/to-${neighbour}/landing-${name}` : `/page-${page}`)
        const id = `${run}-${name}-${page}`
        const data = { operation: 'metadata', parameters: { url, fields: 'basic' } }
        return { id, request: { ...binaryRequest(id, data), key: id } }
      }),
    )
    const ids = requests.map(({ id }) => id)
    await service.external.produce(
      BATCH,
      requests.map(({ request }) => request),
    )
    await untilEnded(service.external, ids)
    expect(tally(ids, service.external.records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
    const figures = site.visits()
    // Its pages, that of its neighbour, and robots.txt.
    for (const { name } of NAMED) expect(figures.get(name)?.requests).to.be.at.least(NAMED_PAGES + 2)
    return { figures }
  } finally {
    await service.close()
    await site.close()
  }
}

/** The requests for one host have different keys, so they are spread over the partitions, and over the processes. */
function requestsTo(site: VisitRecordingSite): Map<string, ExternalRequest> {
  const run = randomUUID()
  const requests = new Map<string, ExternalRequest>()
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
