import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { type Outcome, outcomeRecord, outcomeToText, resultOutcome } from '#shared/messages/events/outcome.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import { completeBatch } from '#shared/stage/complete-batch.ts'
import { checkDuplicate } from '#shared/stage/middleware/deduplicate.ts'
import { endItems } from '#shared/store/batch-items.ts'
import { readRecord } from '#shared/store/inspection-record.ts'
import { outcomeKey } from '#shared/store/keys.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

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
const LIFETIMES = { batchResultTtl: 600, outcomeTtl: 3600 }

describe('an item of a batch', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let results: readonly LogRecord[]
  beforeEach(async () => {
    embedded = await openEmbedded()
    results = await embedded.watch('result.metadata')
  })
  afterEach(() => embedded.close())

  const admitted = (lease: number, position = `t/0/${lease}`) =>
    checkDuplicate(embedded.store, { inspection: one, position, lease })
  /** The batch part has recorded its end. */
  const record = (lease?: number) =>
    endItems(embedded.store, [{ id: one.id, ...(lease !== undefined && { lease }) }], LIFETIMES)

  function conclude(json: string, log: Pick<EventLog, 'append'> = embedded.log): Promise<boolean> {
    const publish = async (first: Outcome) => void (await log.append([outcomeRecord(one, first)]))
    return completeBatch({ store: embedded.store, ...LIFETIMES, publish }, one, resultOutcome(one, json))
  }
  const published = () => results.map(({ value }) => JSON.parse(String(value)).result)

  it('that comes again before its outcome is in the log gets the outcome that was stored', async () => {
    const append = () => Promise.reject(new RangeError('the process ends'))
    expect(await admitted(1)).to.equal('work')
    await rejectionOf(conclude('"first"', { append }))
    expect(await admitted(1)).to.equal('work')
    expect(await conclude('"second"')).to.equal(false)
    await clock.until(() => results.length === 1)
    expect(published()).to.deep.equal(['first'])
  })

  it('that comes again before its end is recorded gets the same outcome, however late', async () => {
    await admitted(1)
    await conclude('"first"')
    await clock.pass(3_000_000)
    for (const lease of [2, 3]) expect(await admitted(lease)).to.have.nested.property('outcome.json')
    expect(await admitted(1, 't/0/9')).to.equal('drop')
    await conclude('"second"')
    await clock.until(() => results.length === 2)
    expect(published()).to.deep.equal(['first', 'first'])
  })

  it('that comes again after its end is recorded is dropped, and has no other outcome', async () => {
    await admitted(1)
    await conclude('"first"')
    await record()
    expect(await admitted(1)).to.equal('drop')
    expect(await admitted(1, 't/0/9')).to.equal('drop')
    expect(await conclude('"second"')).to.equal(false)
    await clock.until(() => results.length === 1)
    expect(await readRecord(embedded.store, one.id)).to.include({ ended: true })
  })

  it('whose later release was under way when its end was recorded has one outcome', async () => {
    await admitted(1)
    expect(await admitted(2)).to.equal('work')
    await conclude('"of the first release"')
    await record(2)
    expect(await conclude('"of the second release"')).to.equal(false)
    for (const lease of [1, 2]) expect(await admitted(lease)).to.equal('drop')
    await clock.until(() => results.length === 1)
    expect(published()).to.deep.equal(['of the first release'])
  })

  it('whose later release comes after its end was recorded is dropped', async () => {
    await admitted(1)
    await conclude('"first"')
    await record(3)
    for (const lease of [2, 3]) expect(await admitted(lease)).to.equal('drop')
  })

  it('that a frontier releases again which has lost its end is worked on again, and ends', async () => {
    await admitted(1)
    await conclude('"first"')
    await record()
    expect(await admitted(2)).to.equal('work')
    expect(await admitted(1)).to.equal('drop')
    expect(await conclude('"second"')).to.equal(true)
    await clock.until(() => results.length === 2)
    await record(2)
    expect(await admitted(2)).to.equal('drop')
  })

  it('waits for the store, and keeps one outcome', async () => {
    await admitted(1)
    const { claimIn } = embedded.store
    let failures = 2
    embedded.store.claimIn = async (...claim) => {
      const first = await claimIn(...claim)
      if (failures-- > 0) throw unavailable('the answer is lost')
      return first
    }
    expect(await clock.run(conclude('"first"'))).to.equal(true)
    await clock.until(() => results.length === 1)
    expect(published()).to.deep.equal(['first'])
  })

  it('whose outcome a stage of an earlier version has stored gets that', async () => {
    await admitted(1)
    const outcome = resultOutcome(one, '"former"')
    await embedded.store.set(outcomeKey(one.id), outcomeToText(outcome), 600)
    expect(await admitted(2)).to.deep.equal({ outcome })
  })

  it('that ended at a stage of an earlier version is dropped', async () => {
    const [group, name] = ['inspections:0b0e9a3c-1f6e-4c43-9a33-5f0c5d4b8a10.0', '7']
    await embedded.store.setIn(group, name, 'e1   abcdefghijkl', 60)
    expect(await admitted(1)).to.equal('drop')
    expect(await readRecord(embedded.store, one.id)).to.include({ ended: true, digest: 'abcdefghijkl' })
  })
})
