import { expect } from 'chai'
import { makePace } from '#gateway/cli/batch/pace.ts'
import { readStatus, type Status } from '#gateway/cli/batch/status.ts'
import { statusBody } from './stand-in.ts'

const look = (figures: Parameters<typeof statusBody>[0]) =>
  readStatus(JSON.stringify(statusBody(figures))) as Status

describe('pace of a batch', () => {
  it('is not known from one look', () => {
    const pace = makePace()(look({ accepted: 10, waiting: 10 }), 0)
    expect(pace).to.deep.equal({
      recent: null,
      mean: null,
      secondsLeft: null,
      silentFor: null,
      isGrowing: false,
    })
  })

  it('is that of the last 10 s, and the mean since the first look', () => {
    const paceAt = makePace()
    // 20 s at 100 pages/s, then 10 s at 10 pages/s.
    for (let second = 0; second <= 20; second++) {
      paceAt(look({ accepted: 5000, done: second * 100, waiting: 5000 - second * 100 }), second * 1000)
    }
    for (let second = 21; second < 30; second++) {
      paceAt(look({ accepted: 5000, done: 2000 + (second - 20) * 10 }), second * 1000)
    }
    const pace = paceAt(
      look({ accepted: 5000, done: 2000, failed: 100, waiting: 2800, running: 100 }),
      30_000,
    )
    expect(pace.recent).to.equal(10)
    expect(pace.mean).to.equal(70)
    expect(pace.secondsLeft).to.equal(290)
  })

  it('goes by the mean where nothing ended lately', () => {
    const paceAt = makePace()
    paceAt(look({ accepted: 100, waiting: 100 }), 0)
    for (let second = 10; second < 30; second++) {
      paceAt(look({ accepted: 100, done: 50, waiting: 50 }), second * 1000)
    }
    const pace = paceAt(look({ accepted: 100, done: 50, waiting: 50 }), 50_000)
    expect(pace).to.include({ recent: 0, mean: 1, secondsLeft: 50 })
  })

  it('promises nothing once nothing has ended for longer than what is left should take, and says for how long', () => {
    const paceAt = makePace()
    const last = { accepted: 100, done: 99, running: 1 }
    paceAt(look({ accepted: 100, waiting: 100 }), 0)
    paceAt(look(last), 10_000)
    expect(paceAt(look(last), 19_000)).to.include({ silentFor: null })
    // 99 pages in 110 s: the last one should have taken 1.1 s.
    expect(paceAt(look(last), 110_000)).to.include({ silentFor: 100, secondsLeft: null })
    expect(paceAt(look({ ...last, done: 100, running: 0 }), 111_000)).to.include({
      silentFor: null,
      secondsLeft: 0,
    })
  })

  it('keeps its estimate where pages are that far apart', () => {
    const paceAt = makePace()
    paceAt(look({ accepted: 10, waiting: 10 }), 0)
    paceAt(look({ accepted: 10, done: 2, running: 1, waiting: 7 }), 60_000)
    const pace = paceAt(look({ accepted: 10, done: 2, running: 1, waiting: 7 }), 80_000)
    // 2 pages in 80 s, 8 are left.
    expect(pace).to.include({ silentFor: 20, secondsLeft: 320 })
  })

  it('promises nothing of a paused batch', () => {
    const paceAt = makePace()
    paceAt(look({ accepted: 100, waiting: 100 }), 0)
    const pace = paceAt(look({ state: 'paused', accepted: 100, done: 50, waiting: 50 }), 1000)
    expect(pace.secondsLeft).to.equal(null)
  })

  it('says that pages are still being found', () => {
    const paceAt = makePace()
    paceAt(look({ accepted: 10, waiting: 10 }), 0)
    expect(paceAt(look({ accepted: 12, done: 2, waiting: 10 }), 1000).isGrowing).to.equal(true)
    expect(paceAt(look({ state: 'finished', accepted: 12, done: 12 }), 2000).isGrowing).to.equal(false)
  })
})
