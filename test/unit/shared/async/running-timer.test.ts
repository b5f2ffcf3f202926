import { expect } from 'chai'
import { startRunningTimer } from '#shared/async/running-timer.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('running timer', () => {
  const clock = driveClockInEachTest()

  /** A timer, and how long after its start it ends. */
  function timerOf(ms: number) {
    const began = clock.now()
    const ended: number[] = []
    return { ended, withdraw: startRunningTimer(ms, () => void ended.push(clock.now() - began)) }
  }

  for (const ms of [1, 250, 600]) {
    it(`ends once, after its time: ${ms} ms`, async () => {
      const { ended } = timerOf(ms)
      await clock.pass(10_000)
      expect(ended).to.deep.equal([ms])
    })
  }

  it('counts a suspension as one portion of a quarter of a second', async () => {
    const [short, long] = [timerOf(500), timerOf(1000)]
    await clock.suspend(800)
    await clock.pass(10_000)
    expect([short.ended, long.ended]).to.deep.equal([[800 + 250], [800 + 750]])
  })

  it('does not end once it is withdrawn, in its first portion or later', async () => {
    const [first, later] = [timerOf(20), timerOf(400)]
    first.withdraw()
    await clock.pass(300)
    later.withdraw()
    await clock.pass(10_000)
    expect([first.ended, later.ended]).to.deep.equal([[], []])
  })
})
