import { expect } from 'chai'
import { deferredRecord, markReleased, releasedRecord } from '#shared/messages/events/deferred.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { EventLog, LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { recordRules, stageLanes } from '#shared/stage/lanes.ts'
import { firstPlaces } from '#test/contract/event-log-fixture.ts'
import { manualLog } from '../consumer/manual-log.ts'
import { asRead } from '../messages/log-record.ts'
import { requestOf } from './toy-stage.ts'

const reading = (
  accepts: string | null,
  input: 'inspection.requested' | 'page.fetched' = 'inspection.requested',
) => ({
  input,
  accepts: (operation: string | null) => operation === accepts,
  concurrencyKeyOf: () => 'a key',
  describe: describeRequest,
})
const { log: noLog } = manualLog()
const metadata = asRead(requestOf('one'))
const noEvent: LogRecord = { ...metadata, headers: {} }

describe('lanes of a stage', () => {
  it('holds the whole queue of interactive requests, and the high-water mark of the others', () => {
    const marks = { highWater: 100, queueLimit: 5000, maxPendingPerHost: 10 }
    const held = (input?: 'page.fetched') =>
      stageLanes(reading('metadata', input), marks, noLog).map(({ topics, highWater }) => [
        topics[0],
        highWater,
      ])
    expect(held()).to.deep.equal([
      ['inspection.requested.interactive', 5000],
      ['inspection.requested.batch', 100],
    ])
    expect(held('page.fetched')).to.deep.equal([
      ['page.fetched.interactive', 100],
      ['page.fetched.batch', 100],
    ])
  })

  it('defers batch requests beyond the limit of a host, with their log position', async () => {
    const appended: NewRecord[] = []
    const log: EventLog = {
      ...noLog,
      async append(records) {
        appended.push(...records)
        return firstPlaces(records)
      },
    }
    const marks = { highWater: 100, queueLimit: 5000, maxPendingPerHost: 7 }
    const overflows = stageLanes(reading('metadata'), marks, log).map(({ overflow }) => overflow)
    expect(overflows.map((burst) => burst?.maxPerKey)).to.deep.equal([undefined, 7])
    expect(
      stageLanes(reading('metadata', 'page.fetched'), marks, log).every(({ overflow }) => !overflow),
    ).to.equal(true)
    const request = asRead(requestOf('one', 'batch'))
    await overflows[1]?.defer([{ ...request, partition: 3, offset: 14 }])
    const [{ headers, ...laidBy }] = appended as [NewRecord]
    expect(laidBy).to.deep.equal({ topic: 'inspection.deferred', key: request.key, value: request.value })
    const { pp_admitted: place, ...others } = headers
    expect(place).to.equal('inspection.requested.batch/3/14')
    expect(others).to.deep.equal(request.headers)
  })

  it('does not defer requests that the frontier released', () => {
    const burst = stageLanes(
      reading('metadata'),
      { highWater: 1, queueLimit: 1, maxPendingPerHost: 1 },
      noLog,
    )[1]?.overflow
    const request = asRead(requestOf('one', 'batch'))
    expect(burst?.isExempt(request)).to.equal(false)
    expect(burst?.isExempt(asRead(releasedRecord(asRead(deferredRecord(request)))))).to.equal(true)
    expect(burst?.isExempt(asRead(markReleased(requestOf('two', 'batch'))))).to.equal(true)
  })

  it('recognizes requests of other stages, and the stage for invalid ones', () => {
    expect(recordRules(reading('metadata')).isUnrelated(metadata, 'interactive')).to.equal(false)
    expect(recordRules(reading('snapshot')).isUnrelated(metadata, 'interactive')).to.equal(true)
    expect(recordRules(reading('snapshot')).isUnrelated(noEvent, 'batch')).to.equal(true)
    expect(recordRules(reading(null)).isUnrelated(noEvent, 'batch')).to.equal(false)
  })

  it('recognizes exclusive interactive work, where the stage says so', () => {
    const isExclusive = (operation: string) => operation === 'metadata'
    const stage = { ...reading('metadata'), isExclusive }
    const alone = (step: Parameters<typeof recordRules>[0], record = metadata, lane: Lane = 'interactive') =>
      recordRules(step).isExclusive?.(record, lane)
    expect(alone(stage)).to.equal(true)
    expect(alone(stage, metadata, 'batch')).to.equal(false)
    expect(alone({ ...stage, isExclusive: () => false })).to.equal(false)
    expect(alone(stage, noEvent)).to.equal(false)
    expect(alone(reading('metadata'))).to.equal(false)
  })

  it('gives no key to a record that is no event', () => {
    expect(recordRules(reading('metadata')).concurrencyKeyOf(metadata, 'batch')).to.equal('a key')
    expect(recordRules(reading(null)).concurrencyKeyOf(noEvent, 'batch')).to.equal(null)
  })

  it('gives no key to a record without a host', () => {
    const step = { ...reading('metadata'), concurrencyKeyOf: () => '' }
    expect(recordRules(step).concurrencyKeyOf(metadata, 'batch')).to.equal(null)
  })
})
