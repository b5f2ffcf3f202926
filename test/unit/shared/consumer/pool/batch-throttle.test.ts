import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { type LoadThrottle, makeLoadThrottle } from '#shared/consumer/pool/batch-throttle.ts'
import { makeWorkerPool } from '#shared/consumer/pool/worker-pool.ts'
import { eventually } from '#test/contract/eventually.ts'
import { manualJobs } from '../manual-jobs.ts'

const options = { share: 0.5, quietMs: 200, windowMs: 20, idleDelayMs: 10, busyDelayMs: 50 }

/** Holds the event loop for so many milliseconds. */
function spin(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** Asks over a while in which the event loop is taken, or free. */
async function asked(throttle: LoadThrottle, isBusy: boolean): Promise<number> {
  throttle.delayMs()
  if (isBusy) spin(60)
  else await delay(60)
  return throttle.delayMs()
}

describe('LoadThrottle', () => {
  it('adds no delay without interactive work, however busy the process is', async () => {
    expect(await asked(makeLoadThrottle(options), true)).to.equal(0)
  })

  it('delays batch jobs during interactive work on a busy event loop', async () => {
    const throttle = makeLoadThrottle(options)
    throttle.recordInteractive(1)
    expect(await asked(throttle, true)).to.equal(50)
  })

  it('delays them less during interactive work on an idle event loop', async () => {
    const throttle = makeLoadThrottle({ ...options, share: 0.9 })
    throttle.recordInteractive(1)
    expect(await asked(throttle, false)).to.equal(10)
  })

  it('delays them for a moment after the last interactive job', async () => {
    const throttle = makeLoadThrottle(options)
    throttle.recordInteractive(1)
    throttle.recordInteractive(-1)
    expect(await asked(throttle, true)).to.equal(50)
    await delay(options.quietMs + 20)
    expect(await asked(throttle, true)).to.equal(0)
  })

  describe('of a pool', () => {
    const limits = { perKey: 1 }

    it('starts batch jobs one by one, and all of them once interactive work has ended', async () => {
      const jobs = manualJobs()
      let isAsked = true
      const throttle: LoadThrottle = { recordInteractive: () => {}, delayMs: () => (isAsked ? 100 : 0) }
      const pool = makeWorkerPool({ slots: 4, reserved: 1, limits, throttle })
      for (const name of ['b0', 'b1', 'b2']) pool.submit(jobs.make(name, 'batch'))
      expect(jobs.running()).to.deep.equal(['b0'])
      await eventually(() => jobs.running().join() === 'b0,b1')
      isAsked = false
      await eventually(() => jobs.running().join() === 'b0,b1,b2')
    })

    it('counts interactive jobs only, when they arrive, end or are withdrawn', async () => {
      const jobs = manualJobs()
      let served = 0
      const recordInteractive: LoadThrottle['recordInteractive'] = (by) => {
        served += by
      }
      const throttle: LoadThrottle = { recordInteractive, delayMs: () => 0 }
      const pool = makeWorkerPool({ slots: 1, reserved: 0, limits, throttle })
      for (const name of ['i0', 'i1', 'i2']) pool.submit(jobs.make(name, 'interactive'))
      pool.submit(jobs.make('b0', 'batch'))
      expect(served).to.equal(3)
      await jobs.end('i0')
      expect(served).to.equal(2)
      pool.withdraw(() => true)
      await jobs.end('i1')
      expect(served).to.equal(0)
    })
  })
})
