import { expect } from 'chai'
import { deferredRecord, ofFrontier, releasedRecord } from '#shared/messages/deferred.ts'
import { requestOutline } from '#shared/messages/inspection-requested.ts'
import type { Lane } from '#shared/messages/topics.ts'
import { isForeign, keyOf, lanesOf, readingOf } from '#shared/pipeline/stage-lanes.ts'
import type { EventLog, LogRecord, NewRecord } from '#shared/ports/event-log.ts'
import { asRead } from '../messages/log-record.ts'
import { handDrivenLog } from './hand-driven-log.ts'
import { requestOf } from './toy-stage.ts'

const reading = (
  takes: string | null,
  input: 'inspection.requested' | 'page.fetched' = 'inspection.requested',
) => ({
  input,
  takes: (operation: string | null) => operation === takes,
  keyOf: () => 'a key',
  outline: requestOutline,
})
const { log: noLog } = handDrivenLog()
const metadata = asRead(requestOf('one'))
const noEvent: LogRecord = { ...metadata, headers: {} }

describe('stage-lanes', () => {
  it('holds all interactive requests that may wait, and of the rest as much as a lane holds', () => {
    const marks = { highWater: 100, queueLimit: 5000, hostHeld: 10 }
    const held = (input?: 'page.fetched') =>
      lanesOf(reading('metadata', input), marks, noLog).map(({ topics, highWater }) => [topics[0], highWater])
    expect(held()).to.deep.equal([
      ['inspection.requested.interactive', 5000],
      ['inspection.requested.batch', 100],
    ])
    expect(held('page.fetched')).to.deep.equal([
      ['page.fetched.interactive', 100],
      ['page.fetched.batch', 100],
    ])
  })

  it('lays by what is too much of a host, for batch requests alone, and tells where it stood', async () => {
    const appended: NewRecord[] = []
    const log: EventLog = { ...noLog, append: async (records) => void appended.push(...records) }
    const marks = { highWater: 100, queueLimit: 5000, hostHeld: 7 }
    const floods = lanesOf(reading('metadata'), marks, log).map(({ flood }) => flood)
    expect(floods.map((flood) => flood?.perKey)).to.deep.equal([undefined, 7])
    expect(lanesOf(reading('metadata', 'page.fetched'), marks, log).every(({ flood }) => !flood)).to.equal(
      true,
    )
    const request = asRead(requestOf('one', 'batch'))
    await floods[1]?.layBy([{ ...request, partition: 3, offset: 14 }])
    const [{ headers, ...laidBy }] = appended as [NewRecord]
    expect(laidBy).to.deep.equal({ topic: 'inspection.deferred', key: request.key, value: request.value })
    const { pp_admitted: place, ...others } = headers
    expect(place).to.equal('inspection.requested.batch/3/14')
    expect(others).to.deep.equal(request.headers)
  })

  it('holds what the frontier handed over, which would only come back', () => {
    const flood = lanesOf(reading('metadata'), { highWater: 1, queueLimit: 1, hostHeld: 1 }, noLog)[1]?.flood
    const request = asRead(requestOf('one', 'batch'))
    expect(flood?.isExempt(request)).to.equal(false)
    expect(flood?.isExempt(asRead(releasedRecord(asRead(deferredRecord(request)))))).to.equal(true)
    expect(flood?.isExempt(asRead(ofFrontier(requestOf('two', 'batch'))))).to.equal(true)
  })

  it('knows the requests of other stages, and whose it is what is no request at all', () => {
    expect(isForeign(reading('metadata'), metadata, 'interactive')).to.equal(false)
    expect(isForeign(reading('snapshot'), metadata, 'interactive')).to.equal(true)
    expect(isForeign(reading('snapshot'), noEvent, 'batch')).to.equal(true)
    expect(isForeign(reading(null), noEvent, 'batch')).to.equal(false)
  })

  it('knows the interactive work that is to be alone, where its stage says so', () => {
    const isAlone = (operation: string) => operation === 'metadata'
    const stage = { ...reading('metadata'), isAlone }
    const alone = (step: Parameters<typeof readingOf>[0], record = metadata, lane: Lane = 'interactive') =>
      readingOf(step).isAlone?.(record, lane)
    expect(alone(stage)).to.equal(true)
    expect(alone(stage, metadata, 'batch')).to.equal(false)
    expect(alone({ ...stage, isAlone: () => false })).to.equal(false)
    expect(alone(stage, noEvent)).to.equal(false)
    expect(alone(reading('metadata'))).to.equal(false)
  })

  it('gives no key to what is no event', () => {
    expect(keyOf(reading('metadata'), metadata, 'batch')).to.equal('a key')
    expect(keyOf(reading(null), noEvent, 'batch')).to.equal(null)
  })

  it('gives no key to what has no host', () => {
    const step = { ...reading('metadata'), keyOf: () => '' }
    expect(keyOf(step, metadata, 'batch')).to.equal(null)
  })
})
