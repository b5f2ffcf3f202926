import { expect } from 'chai'
import {
  type BatchCounts,
  dropWaiting,
  finishWhenDone,
  hasRoom,
  isClosed,
  leftover,
  openItems,
} from '#stages/batch/frontier/decisions/batch-counts.ts'

function row(more: Partial<BatchCounts> = {}): BatchCounts {
  return {
    ...{ num: 1, id: 'b1', state: 'running', is_open: 0, is_dropped: 0, finished_at: null, most_pages: null },
    ...{ accepted: 0, waiting: 0, running: 0, done: 0, failed: 0, lines: 0, leftovers: 0 },
    ...{ scouts: 0, scouts_waiting: 0, scouts_running: 0 },
    ...more,
  }
}

describe('finishWhenDone', () => {
  it('finishes a batch without items left, at that time, and leaves its work to the clean-up', () => {
    const done = row()
    expect(finishWhenDone(done, 5)).to.equal(true)
    expect(done).to.include({ state: 'finished', finished_at: 5, leftovers: leftover.work })
    expect(finishWhenDone(done, 6)).to.equal(false)
    expect(done.finished_at).to.equal(5)
  })

  it('keeps that a batch was cancelled', () => {
    const cancelled = row({ state: 'cancelled' })
    expect(finishWhenDone(cancelled, 5)).to.equal(true)
    expect(cancelled).to.include({ state: 'cancelled', finished_at: 5 })
  })

  for (const [reason, more] of [
    ['a page waits', { waiting: 1 }],
    ['a page is in flight', { running: 1 }],
    ['a page is read for its links', { scouts_running: 1 }],
    ['sources are open', { is_open: 1 }],
    ['its lines are not complete', { state: 'open' }],
    ['it was not started', { state: 'begun' }],
  ] as const)
    it(`does not finish one while ${reason}`, () => {
      expect(finishWhenDone(row(more), 5)).to.equal(false)
    })
})

describe('dropWaiting', () => {
  it('stops counting what waits, and closes the batch for new items', () => {
    const dropped = row({ waiting: 3, running: 2, scouts_waiting: 1, is_open: 1 })
    dropWaiting(dropped)
    expect(openItems(dropped)).to.equal(2)
    expect(isClosed(dropped)).to.equal(true)
    expect(dropped).to.include({ is_open: 0, leftovers: leftover.waiting })
  })
})

describe('hasRoom', () => {
  it('counts pages and discovery items apart, each up to the most pages', () => {
    const crawl = row({ most_pages: 2, accepted: 2, scouts: 1 })
    expect([hasRoom(crawl), hasRoom(crawl, 'discovery')]).to.deep.equal([false, true])
    expect(hasRoom(row({ accepted: 1e9 }))).to.equal(true)
  })
})
