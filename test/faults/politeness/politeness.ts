import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import {
  BATCH,
  binaryRequest,
  type ExternalClient,
  type ExternalRequest,
  tally,
} from '#test/support/external/external-client.ts'
import { repeatsIn, untilEnded } from '#test/support/faults/load.ts'
import { reportFault } from '#test/support/faults/report-fault.ts'
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

/** Politeness of the batch lane (infra/docs/batches.md#politeness), as the hosts see it. */
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
        const inspected = await allEnded(service.external, [...requests.keys()])
        const figures = site.visits()
        expectPolite(`${name}: each host`, inspected, figures, { gapMs: DELAY_MS, atOnce: 1 })
        for (const { requests: count } of figures) {
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
    const byGroup: readonly (readonly [by: string, groups: readonly string[]])[] = [
      ['domain', ['one.co.uk', 'two.com', 'user-a.github.io', 'user-b.github.io']],
      ['ip', ADDRESSES],
    ]
    for (const [by, groups] of byGroup) {
      it(`by ${by}: one request at a time to all hosts of one, never sooner than the delay`, async () => {
        const { inspected, figures } = await visited(open, { ...settings, BATCH_POLITE_BY: by })
        const visits = groups.map((group) => figures.get(group) as HostVisits)
        expectPolite(`${name}: each ${by}`, inspected, visits, { gapMs: DELAY_MS, atOnce: 1 })
      })
    }

    it('never more concurrent requests to an address than its cap, for any hosts', async () => {
      const env = { BATCH_HOST_DELAY_MS: '0', BATCH_ADDRESS_CONCURRENCY: '2' }
      const { inspected, figures } = await visited(open, env, LONG_ANSWER_MS)
      const visits = ADDRESSES.map((address) => figures.get(address) as HostVisits)
      expectPolite(`${name}: the cap of an address`, inspected, visits, { gapMs: 0, atOnce: 2 })
      expect(visits.map(({ maxConcurrent }) => maxConcurrent)).to.deep.equal([2, 2])
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

/** Inspections that have ended, or never will. */
interface Inspected {
  readonly ids: readonly string[]
  readonly external: ExternalClient
}

async function allEnded(external: ExternalClient, ids: readonly string[]): Promise<Inspected> {
  await untilEnded(external, ids)
  return { ids, external }
}

/** Whoever is visited too soon, or by too many at once, counts as wrong. */
function expectPolite(
  fault: string,
  { ids, external: { records } }: Inspected,
  visits: readonly HostVisits[],
  { gapMs, atOnce }: { readonly gapMs: number; readonly atOnce: number },
): void {
  const isImpolite = ({ smallestGapMs, maxConcurrent }: HostVisits) =>
    maxConcurrent > atOnce || (smallestGapMs ?? 0) < gapMs
  const { lost } = tally(ids, records)
  const wrong = visits.filter(isImpolite)
  reportFault({
    fault,
    ...{ accepted: ids.length, lost: lost.length, wrong: wrong.length, repeated: repeatsIn(records) },
  })
  expect(tally(ids, records)).to.deep.equal({ once: ids.length, lost: [], several: [] })
  expect(wrong).to.deep.equal([])
}

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
    await service.external.produce(
      BATCH,
      requests.map(({ request }) => request),
    )
    const inspected = await allEnded(
      service.external,
      requests.map(({ id }) => id),
    )
    const figures = site.visits()
    // Its pages, that of its neighbour, and robots.txt.
    for (const { name } of NAMED) expect(figures.get(name)?.requests).to.be.at.least(NAMED_PAGES + 2)
    return { inspected, figures }
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
