import { performance } from 'node:perf_hooks'
import { mock } from 'node:test'
import { expect } from 'chai'
import { type LoadThrottle, makeLoadThrottle, throttled } from '#shared/consumer/pool/batch-throttle.ts'
import { makeWorkerPool } from '#shared/consumer/pool/worker-pool.ts'
import { manualJobs } from '../manual-jobs.ts'

describe('LoadThrottle', () => {
  /** The clock of the process, and the share of time that its event loop is busy. */
  let now: number
  let utilization: number
  let throttle: LoadThrottle
  beforeEach(() => {
    ;[now, utilization] = [1000, 0]
    mock.timers.enable({ apis: ['setTimeout'] })
    mock.method(performance, 'now', () => now)
    mock.method(performance, 'eventLoopUtilization', () => ({ utilization, idle: 0, active: 0 }))
    throttle = makeLoadThrottle()
  })
  afterEach(() => {
    mock.timers.reset()
    mock.restoreAll()
  })

  function pass(ms: number, busy = utilization): void {
    utilization = busy
    now += ms
    mock.timers.tick(ms)
  }

  it('adds no delay without interactive work, however busy the process is', () => {
    pass(1000, 1)
    expect(throttle.delayMs()).to.equal(0)
  })

  it('delays batch jobs during interactive work, more from a quarter of utilization on', () => {
    throttle.recordInteractive(1)
    pass(20, 0.24)
    expect(throttle.delayMs()).to.equal(20)
    pass(20, 0.26)
    expect(throttle.delayMs()).to.equal(100)
  })

  it('measures over whole windows of 20 ms', () => {
    throttle.recordInteractive(1)
    pass(19, 1)
    expect(throttle.delayMs()).to.equal(20)
    pass(1)
    expect(throttle.delayMs()).to.equal(100)
    pass(19, 0)
    expect(throttle.delayMs()).to.equal(100)
    pass(1)
    expect(throttle.delayMs()).to.equal(20)
  })

  it('delays them for 100 ms after the last interactive job', () => {
    for (const by of [1, 1, -1] as const) throttle.recordInteractive(by)
    pass(500)
    expect(throttle.delayMs()).to.equal(20)
    throttle.recordInteractive(-1)
    pass(99)
    expect(throttle.delayMs()).to.equal(20)
    pass(1)
    expect(throttle.delayMs()).to.equal(0)
  })

  describe('of a pool', () => {
    const limits = { perKey: 1 }

    it('starts batch jobs one by one, and all of them once interactive work has ended', () => {
      const jobs = manualJobs()
      let isAsked = true
      const slow: LoadThrottle = { recordInteractive: () => {}, delayMs: () => (isAsked ? 100 : 0) }
      const pool = makeWorkerPool({ slots: 4, reserved: 1, limits, throttle: slow })
      for (const name of ['b0', 'b1', 'b2']) pool.submit(jobs.make(name, 'batch'))
      expect(jobs.running()).to.deep.equal(['b0'])
      for (let time = 20; time < 100; time += 20) pass(20)
      expect(jobs.running()).to.deep.equal(['b0'])
      pass(20)
      expect(jobs.running()).to.deep.equal(['b0', 'b1'])
      isAsked = false
      pass(20)
      expect(jobs.running()).to.deep.equal(['b0', 'b1', 'b2'])
    })

    it('tries again every 20 ms, once for all jobs that wait', () => {
      let tries = 0
      const isThrottled = throttled({ recordInteractive: () => {}, delayMs: () => 1000 }, () => tries++)
      expect([isThrottled(), isThrottled(), isThrottled()]).to.deep.equal([false, true, true])
      pass(19)
      expect(tries).to.equal(0)
      pass(1)
      expect(tries).to.equal(1)
      pass(1000)
      expect([tries, isThrottled()]).to.deep.equal([1, false])
    })

    it('counts interactive jobs only, when they arrive, end or are withdrawn', async () => {
      const jobs = manualJobs()
      let served = 0
      const recordInteractive: LoadThrottle['recordInteractive'] = (by) => {
        served += by
      }
      const counting: LoadThrottle = { recordInteractive, delayMs: () => 0 }
      const pool = makeWorkerPool({ slots: 1, reserved: 0, limits, throttle: counting })
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
