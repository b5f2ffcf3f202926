import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import type { Inspection } from '#shared/messages/events/inspection.ts'
import { resultOutcome } from '#shared/messages/events/outcome.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord } from '#shared/ports/event-log.ts'
import { makePublisher, type Publisher } from '#shared/stage/publisher.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { PUBLIC_URL } from '../toy-stage.ts'

const inspection = (id: string, lane: Lane): Inspection => ({
  ...{ id, operation: 'metadata', lane, url: 'http://shop.example/', timing: '' },
  ...{ parameters: { url: 'http://shop.example/' }, expiresAt: null, traceparent: null },
})
const item = inspection('01890a5d-ac96-774b-bcce-b302099a8057.6', 'batch')

describe('publisher of a result with facts for a report', () => {
  const clock = driveClockInEachTest()
  let embedded: Embedded
  let facts: readonly LogRecord[]
  let results: readonly LogRecord[]
  /** The topics in the order of the appends that succeeded. */
  let appended: string[]
  let refuse: (topic: string | undefined) => boolean
  beforeEach(async () => {
    embedded = await openEmbedded()
    facts = await embedded.watch('item.facts')
    results = await embedded.watch('result.metadata')
    appended = []
    refuse = () => false
  })
  afterEach(() => embedded.close())

  function publisher(): Publisher {
    const { store, objects } = embedded
    const append: EventLog['append'] = async (records) => {
      if (refuse(records[0]?.topic)) throw unavailable('log')
      appended.push(...records.map(({ topic }) => topic))
      return embedded.log.append(records)
    }
    const ttls = { batchResultTtl: 600, outcomeTtl: 3600 }
    const log = { ...embedded.log, append }
    return makePublisher({ log, store, objects, publicUrl: () => PUBLIC_URL, ...ttls })
  }
  const complete = (one: Inspection, json: string, siteFacts: string | null) =>
    publisher().complete(one, resultOutcome(one, json), { siteFacts })
  const placesIn = (records: readonly LogRecord[]) =>
    records.map(({ headers }) => headers.pp_facts?.toString() ?? null)

  it('appends the facts, and then the result that names their place alone', async () => {
    await embedded.log.append([{ topic: 'item.facts', key: null, value: 'of another', headers: {} }])
    await complete(item, '1', 'the facts')
    await clock.until(() => results.length === 1 && facts.length === 2)
    expect(appended).to.deep.equal(['item.facts', 'result.metadata'])
    const [, { value, headers } = {} as LogRecord] = facts
    expect([String(value), String(headers.id)]).to.deep.equal(['the facts', item.id])
    expect(placesIn(results)).to.deep.equal(['0:1'])
    const seen = [...Object.values(results[0]?.headers ?? {}), results[0]?.value].map(String)
    expect(seen.join(' ')).to.not.include('the facts')
  })

  it('waits for the log with the facts: a result never names facts that are not there', async () => {
    let refusals = 3
    refuse = (topic) => topic === 'item.facts' && refusals-- > 0
    await clock.run(complete(item, '1', 'the facts'))
    expect(appended).to.deep.equal(['item.facts', 'result.metadata'])
  })

  it('names the facts of the outcome that won, when the process ended before it was published', async () => {
    let isCut = true
    refuse = (topic) => {
      if (isCut && topic === 'result.metadata') throw new Error('the process ends')
      return false
    }
    expect(await rejectionOf(complete(item, '1', 'first'))).to.be.instanceOf(Error)
    isCut = false
    await complete(item, '2', 'second')
    await complete(item, '3', 'third')
    await clock.until(() => results.length === 2 && facts.length === 3)
    expect(results.map(({ value }) => JSON.parse(String(value)).result)).to.deep.equal([1, 1])
    expect(placesIn(results)).to.deep.equal(['0:0', '0:0'])
    expect(String(facts[0]?.value)).to.equal('first')
  })

  it('has neither for interactive inspections, and none without facts', async () => {
    await complete(inspection('one', 'interactive'), '1', 'the facts')
    await complete(item, '1', null)
    await clock.until(() => results.length === 2)
    expect(appended).to.deep.equal(['result.metadata', 'ended.interactive', 'result.metadata'])
    expect(placesIn(results)).to.deep.equal([null, null])
  })
})
