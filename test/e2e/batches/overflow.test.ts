import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { BATCH, binaryRequest, tally } from '#test/support/external/external-client.ts'
import { untilEnded } from '#test/support/faults/load.ts'
import { onAllSides } from '#test/support/service/both-sides.ts'
import type { ServiceFixture } from '#test/support/service/service-fixture.ts'
import { openVisitRecordingSite, type VisitRecordingSite } from '#test/support/sites/visit-recording-site.ts'

/** Requests that a stage holds for one host; further ones are deferred to the frontier. */
const HELD = 2

onAllSides('an overflow of requests to one host', (open) => {
  let fixture: ServiceFixture
  let site: VisitRecordingSite
  beforeEach(async () => {
    fixture = await open({ BATCH_HOST_HELD: String(HELD) })
    site = await openVisitRecordingSite({ hosts: 1, answerMs: () => 20 })
  })
  afterEach(async () => {
    await fixture.close()
    await site.close()
  })

  const newIds = (count: number) => Array.from({ length: count }, () => randomUUID())

  async function feed(ids: readonly string[]): Promise<void> {
    const requests = ids.map((id) => {
      const parameters = { url: site.url(`/${id}`, 0), fields: 'basic' }
      return binaryRequest(id, { operation: 'metadata', parameters })
    })
    await fixture.external.produce(BATCH, requests)
  }

  it('of repeated requests blocks nothing: each request ends once', async () => {
    const first = newIds(4 * HELD)
    for (let at = 0; at < first.length; at += HELD) {
      await feed(first.slice(at, at + HELD))
      await untilEnded(fixture.external, first.slice(0, at + HELD))
    }
    const second = newIds(4 * HELD)
    await feed([...first, ...second])
    await untilEnded(fixture.external, second)
    const all = [...first, ...second]
    expect(tally(all, fixture.external.records)).to.deep.equal({ once: all.length, lost: [], several: [] })
  })
})
