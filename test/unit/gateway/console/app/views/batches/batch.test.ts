import { expect } from 'chai'
import {
  droppedOf,
  durationOf,
  endedOf,
  isOver,
  shareOf,
  shortId,
} from '#gateway/console/app/views/batches/batch.ts'

const counts = { accepted: 10, rejected: 1, waiting: 3, running: 1, done: 4, failed: 1 }

describe('a batch', () => {
  it('done and failed items have ended', () => expect(endedOf(counts)).to.equal(5))

  it('is over when it is finished or cancelled', () => {
    const states = ['running', 'paused', 'cancelled', 'finished'] as const
    expect(states.map((state) => isOver({ state }))).to.deep.equal([false, false, true, true])
  })

  it('what a cancel took away is known at its end', () => {
    expect(droppedOf({ state: 'running', counts })).to.equal(0)
    expect(droppedOf({ state: 'cancelled', counts: { ...counts, waiting: 0, running: 0 } })).to.equal(5)
  })

  it('its share is that of the ended ones', () => expect(shareOf({ state: 'running', counts })).to.equal(0.5))

  it('one without items has nothing of it until it is over', () => {
    const none = { ...counts, accepted: 0, waiting: 0, running: 0, done: 0, failed: 0 }
    expect(shareOf({ state: 'running', counts: none })).to.equal(0)
    expect(shareOf({ state: 'finished', counts: none })).to.equal(1)
  })

  it('lasts until its end, or until now', () => {
    const created_at = '2026-01-01T00:00:00.000Z'
    const now = Date.parse('2026-01-01T00:00:09.000Z')
    expect(durationOf({ created_at, finished_at: null }, now)).to.equal(9000)
    expect(durationOf({ created_at, finished_at: '2026-01-01T00:00:02.500Z' }, now)).to.equal(2500)
  })

  it('has a short name', () => expect(shortId('a3274c45-6337-4d4a-b7c2-d13425246026')).to.equal('a3274c45'))
})
