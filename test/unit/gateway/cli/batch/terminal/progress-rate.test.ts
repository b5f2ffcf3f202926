import { expect } from 'chai'
import { type BatchStatus, readStatus } from '#gateway/cli/batch/client/batch-service.ts'
import { makeProgressRate } from '#gateway/cli/batch/terminal/progress-rate.ts'
import { statusBody } from '../fake-service.ts'

const sample = (figures: Parameters<typeof statusBody>[0]) =>
  readStatus(JSON.stringify(statusBody(figures))) as BatchStatus

describe('progress rate of a batch', () => {
  it('is unknown after one sample', () => {
    const rate = makeProgressRate()(sample({ accepted: 10, waiting: 10 }), 0)
    expect(rate).to.deep.equal({
      recentPerSecond: null,
      meanPerSecond: null,
      secondsLeft: null,
      idleSeconds: null,
      isGrowing: false,
    })
  })

  it('covers the last 10 s, and the mean covers all time since the first sample', () => {
    const paceAt = makeProgressRate()
    // 20 s at 100 pages/s, then 10 s at 10 pages/s.
    for (let second = 0; second <= 20; second++) {
      paceAt(sample({ accepted: 5000, done: second * 100, waiting: 5000 - second * 100 }), second * 1000)
    }
    for (let second = 21; second < 30; second++) {
      paceAt(sample({ accepted: 5000, done: 2000 + (second - 20) * 10 }), second * 1000)
    }
    const rate = paceAt(
      sample({ accepted: 5000, done: 2000, failed: 100, waiting: 2800, running: 100 }),
      30_000,
    )
    expect(rate.recentPerSecond).to.equal(10)
    expect(rate.meanPerSecond).to.equal(70)
    expect(rate.secondsLeft).to.equal(290)
  })

  it('estimates by the mean when nothing ended lately', () => {
    const paceAt = makeProgressRate()
    paceAt(sample({ accepted: 100, waiting: 100 }), 0)
    for (let second = 10; second < 30; second++) {
      paceAt(sample({ accepted: 100, done: 50, waiting: 50 }), second * 1000)
    }
    const rate = paceAt(sample({ accepted: 100, done: 50, waiting: 50 }), 50_000)
    expect(rate).to.include({ recentPerSecond: 0, meanPerSecond: 1, secondsLeft: 50 })
  })

  it('gives no estimate once nothing has ended for longer than the estimate, and reports for how long', () => {
    const paceAt = makeProgressRate()
    const last = { accepted: 100, done: 99, running: 1 }
    paceAt(sample({ accepted: 100, waiting: 100 }), 0)
    paceAt(sample(last), 10_000)
    expect(paceAt(sample(last), 19_000)).to.include({ idleSeconds: null })
    // 99 pages in 110 s: the last one should have taken 1.1 s.
    expect(paceAt(sample(last), 110_000)).to.include({ idleSeconds: 100, secondsLeft: null })
    expect(paceAt(sample({ ...last, done: 100, running: 0 }), 111_000)).to.include({
      idleSeconds: null,
      secondsLeft: 0,
    })
  })

  it('keeps its estimate when pages are that far apart', () => {
    const paceAt = makeProgressRate()
    paceAt(sample({ accepted: 10, waiting: 10 }), 0)
    paceAt(sample({ accepted: 10, done: 2, running: 1, waiting: 7 }), 60_000)
    const rate = paceAt(sample({ accepted: 10, done: 2, running: 1, waiting: 7 }), 80_000)
    // 2 pages in 80 s, 8 are left.
    expect(rate).to.include({ idleSeconds: 20, secondsLeft: 320 })
  })

  it('gives no estimate for a paused batch', () => {
    const paceAt = makeProgressRate()
    paceAt(sample({ accepted: 100, waiting: 100 }), 0)
    const rate = paceAt(sample({ state: 'paused', accepted: 100, done: 50, waiting: 50 }), 1000)
    expect(rate.secondsLeft).to.equal(null)
  })

  it('reports that pages are still being found', () => {
    const paceAt = makeProgressRate()
    paceAt(sample({ accepted: 10, waiting: 10 }), 0)
    expect(paceAt(sample({ accepted: 12, done: 2, waiting: 10 }), 1000).isGrowing).to.equal(true)
    expect(paceAt(sample({ state: 'finished', accepted: 12, done: 12 }), 2000).isGrowing).to.equal(false)
  })
})
