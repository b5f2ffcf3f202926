import { expect } from 'chai'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { resultOutcome } from '#shared/messages/events/outcome.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import { makePublisher } from '#shared/stage/publisher.ts'
import { readRecord } from '#shared/store/inspection-record.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { PUBLIC_URL } from '../toy-stage.ts'

const one: Inspection = {
  id: '0b0e9a3c-1f6e-4c43-9a33-5f0c5d4b8a10.7',
  operation: 'metadata',
  lane: 'batch',
  parameters: { url: 'http://shop.example/' },
  url: 'http://shop.example/',
  expiresAt: null,
  traceparent: null,
  timing: '',
}

describe('the publisher, for an item of a batch', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let results: readonly LogRecord[]
  let reads: string[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    results = await embedded.watch('result.metadata')
    reads = []
  })
  afterEach(() => embedded.close())

  const admitted = (lease: number) =>
    checkDuplicate(embedded.store, { inspection: one, position: `t/0/${lease}`, lease })

  function conclude(json: string, receivedAt: number): Promise<boolean> {
    const { log, objects } = embedded
    const store = { ...embedded.store }
    store.getIn = (group, name) => {
      reads.push(name)
      return embedded.store.getIn(group, name)
    }
    const lifetimes = { batchResultTtl: 600, outcomeTtl: 3600 }
    const publisher = makePublisher({ log, store, objects, publicUrl: () => PUBLIC_URL, ...lifetimes })
    return publisher.complete(one, resultOutcome(one, json), { receivedAt })
  }

  it('does not read the record soon after the request, and keeps its lease', async () => {
    await admitted(1)
    expect(await conclude('"first"', Date.now())).to.equal(true)
    await embedded.store.delete(`outcome:${one.id}`)
    expect(await admitted(2)).to.equal('work')
    expect(await conclude('"second"', Date.now())).to.equal(true)
    expect(reads).to.deep.equal([])
    expect(await readRecord(embedded.store, one.id)).to.include({ ended: true })
    for (const lease of [1, 2]) expect(await admitted(lease)).to.equal('drop')
    expect(await admitted(3)).to.have.property('outcome')
  })

  it('reads it later, and publishes no other outcome than the one that the store has dropped', async () => {
    await admitted(1)
    await conclude('"first"', Date.now())
    await embedded.store.delete(`outcome:${one.id}`)
    expect(await conclude('"second"', Date.now() - 120_000)).to.equal(false)
    await clock.until(() => results.length === 1)
    expect(await embedded.store.get(`outcome:${one.id}`)).to.equal(null)
  })
})
