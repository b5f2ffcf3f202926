import { expect } from 'chai'
import { mostInFlight } from '#stages/batch/frontier/queues.ts'

const politeness = (delayMs: number | null, concurrency: number | null) => ({
  ...{ delayMs, concurrency, isUnthrottled: true },
})

describe('most items in flight of a host', () => {
  it('are as many as of other batches without manners', () => {
    expect(mostInFlight(undefined, 5)).to.equal(null)
    expect(mostInFlight(politeness(0, null), 5)).to.equal(5)
  })

  it('are one more than the requests at a time', () => {
    expect([1, 8, 64].map((concurrency) => mostInFlight(politeness(null, concurrency), 2))).to.deep.equal([
      2, 9, 65,
    ])
  })

  it('have their turn within ten minutes, and are never fewer than two', () => {
    // 10 items with a minute between them.
    expect(mostInFlight(politeness(60_000, 64), 5)).to.equal(10)
    expect(mostInFlight(politeness(100, null), 5)).to.equal(2)
    expect(mostInFlight(politeness(60_000, 1), 5)).to.equal(2)
  })
})
