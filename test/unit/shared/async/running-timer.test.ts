import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { startRunningTimer } from '#shared/async/running-timer.ts'
import { blockProcess } from '#test/support/faults/block-process.ts'

describe('running timer', () => {
  it('ends after its time, not before', async () => {
    const started = performance.now()
    await new Promise<void>((resolve) => startRunningTimer(600, resolve))
    // A timer of Node may fire up to a millisecond early, and there are three portions.
    expect(performance.now() - started).to.be.at.least(597)
  })

  it('counts a suspension as one portion of a quarter of a second', async () => {
    let isEnded = false
    const stop = startRunningTimer(1000, () => {
      isEnded = true
    })
    const short = Promise.withResolvers<void>()
    startRunningTimer(500, short.resolve)
    const started = performance.now()
    blockProcess(800)
    await short.promise
    expect(performance.now() - started).to.be.at.least(1000)
    // Of the longer one, half is left, although its time is over by the clock.
    expect(isEnded).to.equal(false)
    stop()
  })

  it('does not end once it is withdrawn', async () => {
    let isEnded = false
    const stop = startRunningTimer(20, () => {
      isEnded = true
    })
    stop()
    await sleep(60)
    expect(isEnded).to.equal(false)
  })
})
