import { expect } from 'chai'
import { inspectionFromEvent } from '#shared/messages/events/inspection.ts'
import { outcomeRecord } from '#shared/messages/events/outcome.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { NewRecord, RecordPlace } from '#shared/ports/event-log.ts'
import { endingsOfDeadLetter, withEndings } from '#shared/stage/endings.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { attemptOf, laterRecord } from './attempt.ts'
import { requestOf } from './toy-stage.ts'

const ITEM = '01890a5d-ac96-774b-bcce-b302099a8057.70'
/** The shard of its domain, of 64: see the test of the placement. */
const URL_OF_57 = 'http://www.example.com/'

function outcomeOf(id: string, lane: Lane = 'batch', topic = 'result.metadata'): NewRecord {
  const about = { id, operation: null, lane, parameters: null, url: URL_OF_57 } as const
  const inspection = { ...about, expiresAt: null, traceparent: null, timing: '' }
  return outcomeRecord(inspection, { topic, timing: '', json: '{}', dataref: null })
}

const seen = ({ partition, value }: NewRecord) => [partition, JSON.parse(String(value))]

describe('withEndings', () => {
  let appends: (readonly NewRecord[])[]
  beforeEach(() => {
    appends = []
  })
  /** Each append is another partition, so that places cannot be mistaken. */
  async function append(records: readonly NewRecord[]): Promise<RecordPlace[]> {
    appends.push(records)
    return records.map(({ topic }, index) => ({ topic, partition: appends.length, offset: 40 + index }))
  }
  const place = (topic: string, offset: number) => ({ topic, partition: 1, offset })

  it('appends an ending for each outcome, in its shard and with its place, once all are in the log', async () => {
    const records = [
      outcomeOf(ITEM),
      requestOf('x', 'batch'),
      outcomeOf('feeder-1', 'batch', 'inspection.failed'),
    ]
    const places = await withEndings(append, 64)(records)
    expect(appends.map((batch) => batch.map(({ topic }) => topic))).to.deep.equal([
      ['result.metadata', 'inspection.requested.batch', 'inspection.failed'],
      ['frontier.ended', 'frontier.ended'],
    ])
    expect(appends[1]?.map(seen)).to.deep.equal([
      [6, { id: ITEM, place: place('result.metadata', 40) }],
      [57, { id: 'feeder-1', place: place('inspection.failed', 42) }],
    ])
    expect(places.map(({ offset }) => offset)).to.deep.equal([40, 41, 42])
  })

  it('appends none of interactive inspections, and of records that are no outcomes', async () => {
    await withEndings(append, 64)([outcomeOf('one', 'interactive'), requestOf('two', 'batch')])
    await withEndings(append, 64)([outcomeOf('three', 'batch', 'result.site-report')])
    expect(appends.map(({ length }) => length)).to.deep.equal([2, 1])
  })

  it('appends none without shards', async () => {
    await withEndings(append, 0)([outcomeOf(ITEM)])
    expect(appends.flat().map(({ topic }) => topic)).to.deep.equal(['result.metadata'])
  })

  it('rejects when the endings cannot be appended', async () => {
    const refusing = async (records: readonly NewRecord[]) => {
      if (records[0]?.topic === 'frontier.ended') throw new RangeError('no such partition')
      return append(records)
    }
    expect(await rejectionOf(withEndings(refusing, 64)([outcomeOf(ITEM)]))).to.be.instanceOf(RangeError)
  })
})

describe('the endings of a dead letter', () => {
  it('name no place', () => {
    const attempt = attemptOf([ITEM, 'batch'])
    expect(endingsOfDeadLetter(attempt, 64).map(seen)).to.deep.equal([[6, { id: ITEM, place: null }]])
  })

  it("are in the shard of a producer's URL, whatever the key", () => {
    const attempt = attemptOf(['feeder-1', 'batch', { url: URL_OF_57 }])
    expect(attempt.event.key).to.equal('shop.example')
    expect(endingsOfDeadLetter(attempt, 64).map(seen)).to.deep.equal([[57, { id: 'feeder-1', place: null }]])
  })

  it('are in the shard of the key of a later event, whose content may not be readable', () => {
    const { event: requested, ...attempt } = attemptOf(['feeder-1', 'batch'])
    const record = laterRecord('page.fetched.batch', 'feeder-1', 'of a later version')
    const event = { ...requested, id: 'feeder-1:fetched', subject: 'feeder-1', key: 'www.example.com' }
    const later = { ...attempt, record, event, inspection: inspectionFromEvent(event, 'batch') }
    expect(endingsOfDeadLetter(later, 64).map(seen)).to.deep.equal([[57, { id: 'feeder-1', place: null }]])
  })

  it('are none for interactive work, and without shards', () => {
    expect(endingsOfDeadLetter(attemptOf(['one', 'interactive']), 64)).to.deep.equal([])
    expect(endingsOfDeadLetter(attemptOf([ITEM, 'batch']), 0)).to.deep.equal([])
  })
})
