import { expect } from 'chai'
import { requestOutline } from '#shared/messages/inspection-requested.ts'
import { isForeign, keyOf, lanesOf } from '#shared/pipeline/stage-lanes.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import { asRead } from '../messages/log-record.ts'
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
const metadata = asRead(requestOf('one'))
const noEvent: LogRecord = { ...metadata, headers: {} }

describe('stage-lanes', () => {
  it('holds all interactive requests that may wait, and of the rest as much as a lane holds', () => {
    const marks = { highWater: 100, queueLimit: 5000 }
    const held = (input?: 'page.fetched') =>
      lanesOf(reading('metadata', input), marks).map(({ topics, highWater }) => [topics[0], highWater])
    expect(held()).to.deep.equal([
      ['inspection.requested.interactive', 5000],
      ['inspection.requested.batch', 100],
    ])
    expect(held('page.fetched')).to.deep.equal([
      ['page.fetched.interactive', 100],
      ['page.fetched.batch', 100],
    ])
  })

  it('knows the requests of other stages, and whose it is what is no request at all', () => {
    expect(isForeign(reading('metadata'), metadata, 'interactive')).to.equal(false)
    expect(isForeign(reading('snapshot'), metadata, 'interactive')).to.equal(true)
    expect(isForeign(reading('snapshot'), noEvent, 'batch')).to.equal(true)
    expect(isForeign(reading(null), noEvent, 'batch')).to.equal(false)
  })

  it('gives no key to what is no event', () => {
    expect(keyOf(reading('metadata'), metadata, 'batch')).to.equal('a key')
    expect(keyOf(reading(null), noEvent, 'batch')).to.equal(null)
  })
})
