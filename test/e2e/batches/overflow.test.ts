import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { eventually } from '#test/contract/eventually.ts'
import { BATCH, binaryRequest, outcomeRecord, tally } from '#test/support/external/external-client.ts'
import type { UsedService } from '#test/support/service/service-fixture.ts'
import { onBothShared } from '#test/support/service/shared-sides.ts'
import { openOwnSite, type TargetSite } from '#test/support/sites/target-site.ts'

/** Requests that a stage holds for one host (`PENDING_PER_HOST`); further ones are deferred to the frontier. */
const HELD = 100
const LIMIT_MS = 90_000

onBothShared('an overflow of requests to one host', (open) => {
  let fixture: UsedService
  let site: TargetSite
  let held: PromiseWithResolvers<void>
  before(async () => {
    held = Promise.withResolvers()
    site = await openOwnSite({
      hosts: 2,
      before: (path) => (path === '/beside' ? Promise.resolve() : held.promise),
    })
    fixture = await open()
  })
  after(async () => {
    held.resolve()
    await fixture?.close()
    await site?.close()
  })

  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID())

  /** Records of one partition, so that they are read in this order. */
  async function feed(
    ids: readonly string[],
    urlOf: (id: string) => string,
    source = '/outside',
  ): Promise<void> {
    const requests = ids.map((id) => {
      const parameters = { url: urlOf(id), fields: 'basic' }
      return { ...binaryRequest(id, { operation: 'metadata', parameters }, { source }), partition: 0 }
    })
    await fixture.external.produce(BATCH, requests)
  }
  const page = (id: string) => site.url(`/${id}`)
  const untilEnded = (ids: readonly string[]) =>
    eventually(() => tally(ids, fixture.external.records).lost.length === 0, LIMIT_MS)

  it('of repeated requests blocks nothing: each request ends once', async () => {
    const [first, second, beside] = [newIds(HELD), newIds(HELD + 50), newIds(2)] as const
    await feed(first, page)
    held.resolve()
    await untilEnded(first)
    held = Promise.withResolvers()
    await feed([...first, ...second], page)
    // A request behind them has ended: the stage has read all of them, and holds as many as it may.
    await feed(beside.slice(0, 1), () => site.url('/beside', 1))
    await outcomeRecord(fixture.external, String(beside[0]))
    held.resolve()
    await untilEnded(second)
    // So that a second outcome would have been published before.
    await feed(beside.slice(1), () => site.url('/beside', 1))
    await outcomeRecord(fixture.external, String(beside[1]))
    const all = [...first, ...second]
    expect(tally(all, fixture.external.records)).to.deep.equal({ once: all.length, lost: [], several: [] })
  })

  it('of two sources with the same ids ends each request once', async () => {
    held = Promise.withResolvers()
    const ids: string[] = newIds(HELD + 20)
    const sources = ['/first', '/second']
    for (const source of sources) await feed(ids, page, source)
    held.resolve()
    const ends = () => {
      const records = fixture.external.records.filter(({ headers }) =>
        ids.includes(String(headers.ce_requestid)),
      )
      const named = ({ headers }: (typeof records)[number]) =>
        [headers.ce_requestid, headers.ce_requestsource, headers.ce_subject].join(' ')
      return [...new Set(records.map(named))].map((one) => one.split(' '))
    }
    await eventually(() => ends().length === 2 * ids.length, LIMIT_MS)
    expect(new Set(ends().map(([, , subject]) => subject)).size).to.equal(2 * ids.length)
    for (const source of sources)
      expect(ends().filter(([, from]) => from === source)).to.have.length(ids.length)
  })
})
