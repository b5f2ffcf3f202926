import { expect } from 'chai'
import { rateOf, remainingMs, type Sample, withSample } from '#gateway/console/app/views/batches/live/rate.ts'

const sample = (seconds: number, ended: number): Sample => ({ atMs: seconds * 1000, ended })

describe('the rate of a batch', () => {
  it('is that of the time that was seen', () => {
    expect(rateOf([sample(0, 100), sample(2, 101), sample(10, 120)])).to.equal(2)
  })

  it('is unknown for less than three seconds', () => {
    expect(rateOf([])).to.equal(null)
    expect(rateOf([sample(0, 0)])).to.equal(null)
    expect(rateOf([sample(0, 0), sample(2.9, 10)])).to.equal(null)
    expect(rateOf([sample(0, 0), sample(3, 9)])).to.equal(3)
  })

  it('is that of the last minute', () => {
    let samples: readonly Sample[] = []
    for (let second = 0; second <= 200; second += 10)
      samples = withSample(samples, sample(second, second < 100 ? 0 : second - 100))
    expect(samples).to.have.length(7)
    expect(samples[0]).to.deep.equal(sample(140, 40))
    expect(rateOf(samples)).to.equal(1)
  })

  it('covers the whole minute where samples are rare', () => {
    expect(withSample([sample(0, 0), sample(50, 5)], sample(100, 20))).to.deep.equal([
      sample(0, 0),
      sample(50, 5),
      sample(100, 20),
    ])
  })
})

describe('the remaining time of a batch', () => {
  const counts = { accepted: 100, rejected: 0, waiting: 38, running: 2, done: 60, failed: 0 }

  it('is that of the items that have not ended', () => expect(remainingMs(counts, 4)).to.equal(10_000))

  it('is unknown without a rate', () => {
    expect(remainingMs(counts, null)).to.equal(null)
    expect(remainingMs(counts, 0)).to.equal(null)
  })
})
