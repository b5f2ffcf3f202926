import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { makeLoadTracker } from '#shared/consumer/pool/load-tracker.ts'
import { makeWorkerPool } from '#shared/consumer/pool/worker-pool.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type ManualJobs, manualJobs } from '../manual-jobs.ts'

const free = { perKey: 1 }

function isPending(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), turn(true)])
}

describe('worker-pool', () => {
  const clock = driveClockInEachTest()
  let jobs: ManualJobs
  beforeEach(() => {
    jobs = manualJobs()
  })

  it('starts a job at once while there is a slot, and the others in order', async () => {
    const pool = makeWorkerPool({ slots: 2, reserved: 0, limits: free })
    for (const name of ['a', 'b', 'c', 'd']) pool.submit(jobs.make(name, 'interactive'))
    expect(jobs.started).to.deep.equal(['a', 'b'])
    await jobs.end('b')
    expect(jobs.started).to.deep.equal(['a', 'b', 'c'])
    await jobs.end('a')
    expect(jobs.started).to.deep.equal(['a', 'b', 'c', 'd'])
  })

  it('never gives the reserved slots to batch', async () => {
    const pool = makeWorkerPool({ slots: 4, reserved: 1, limits: free })
    for (let index = 0; index < 10; index++) pool.submit(jobs.make(`b${index}`, 'batch'))
    expect(jobs.running()).to.have.length(3)
    pool.submit(jobs.make('i', 'interactive'))
    expect(jobs.running()).to.include('i')
    await jobs.end('i')
    expect(jobs.running()).to.have.length(3)
  })

  it('gives every slot to interactive work', () => {
    const pool = makeWorkerPool({ slots: 4, reserved: 1, limits: free })
    for (let index = 0; index < 5; index++) pool.submit(jobs.make(`i${index}`, 'interactive'))
    expect(jobs.running()).to.have.length(4)
  })

  it('starts interactive work first whenever a slot is freed', async () => {
    const pool = makeWorkerPool({ slots: 2, reserved: 0, limits: free })
    for (const name of ['b0', 'b1', 'b2']) pool.submit(jobs.make(name, 'batch'))
    for (const name of ['i0', 'i1']) pool.submit(jobs.make(name, 'interactive'))
    await jobs.end('b0')
    await jobs.end('b1')
    expect(jobs.running()).to.deep.equal(['i0', 'i1'])
    await jobs.end('i1')
    expect(jobs.running()).to.deep.equal(['i0', 'b2'])
  })

  it('counts unfinished jobs by lane', async () => {
    const pool = makeWorkerPool({ slots: 2, reserved: 1, limits: free })
    for (const name of ['b0', 'b1', 'b2']) pool.submit(jobs.make(name, 'batch'))
    pool.submit(jobs.make('i0', 'interactive'))
    expect([pool.pending('batch'), pool.pending('interactive'), pool.running()]).to.deep.equal([3, 1, 2])
    await jobs.end('b0')
    expect([pool.pending('batch'), pool.pending('interactive'), pool.running()]).to.deep.equal([2, 1, 2])
  })

  it('withdraws jobs of both lanes that have not started', async () => {
    const pool = makeWorkerPool({ slots: 1, reserved: 0, limits: free })
    const names = ['run', 'a', 'b', 'c']
    const made = names.map((name, index) => jobs.make(name, index % 2 === 0 ? 'interactive' : 'batch', 'k'))
    for (const job of made) pool.submit(job)
    expect(pool.withdraw((job) => job !== made[2])).to.have.members([made[1], made[3]])
    expect([pool.pending('interactive'), pool.pending('batch')]).to.deep.equal([2, 0])
    await jobs.end('run')
    await jobs.end('b')
    expect(jobs.started).to.deep.equal(['run', 'b'])
  })

  it('is idle at once when nothing runs', async () => {
    await makeWorkerPool({ slots: 1, reserved: 0, limits: free }).idle()
  })

  it('becomes idle when the last job is finished, not earlier', async () => {
    const pool = makeWorkerPool({ slots: 2, reserved: 0, limits: free })
    for (const name of ['a', 'b', 'c']) pool.submit(jobs.make(name, 'interactive'))
    const idle = pool.idle()
    await jobs.end('a')
    await jobs.end('b')
    expect(await isPending(idle)).to.equal(true)
    await jobs.end('c')
    await idle
    expect(pool.running()).to.equal(0)
  })

  it('is idle while a job is postponed', async () => {
    const pool = makeWorkerPool({ slots: 2, reserved: 0, limits: free })
    for (const name of ['a', 'b']) pool.submit(jobs.make(name, 'batch', 'k'))
    const idle = pool.idle()
    await jobs.end('a', { postponeMs: 3_600_000 })
    await idle
    expect(pool.pending('batch')).to.equal(2)
    expect(pool.usage('batch')).to.deep.equal({ running: 0, waiting: 2 })
  })

  it('gives the slot of a postponed job to another job', async () => {
    const pool = makeWorkerPool({ slots: 1, reserved: 0, limits: free })
    pool.submit(jobs.make('a', 'batch', 'slow'))
    for (const name of ['b', 'c']) pool.submit(jobs.make(name, 'batch', 'other'))
    await jobs.end('a', { postponeMs: 3_600_000 })
    await jobs.end('b')
    expect(jobs.started).to.deep.equal(['a', 'b', 'c'])
  })

  it('starts a postponed job before the others of its key', async () => {
    const pool = makeWorkerPool({ slots: 4, reserved: 0, limits: free })
    for (const name of ['a', 'b']) pool.submit(jobs.make(name, 'batch', 'k'))
    await jobs.end('a', { postponeMs: 20 })
    await clock.pass(19)
    expect(jobs.started).to.deep.equal(['a'])
    await clock.pass(2)
    expect(jobs.started).to.deep.equal(['a', 'a'])
    await jobs.end('a')
    expect(jobs.started).to.deep.equal(['a', 'a', 'b'])
  })

  it('frees the slot of a slow batch job for another job', async () => {
    const pool = makeWorkerPool({ slots: 3, reserved: 1, limits: free, slowMs: 30 })
    for (let index = 0; index < 12; index++) pool.submit(jobs.make(`b${index}`, 'batch'))
    expect(jobs.running()).to.have.length(2)
    await clock.pass(29)
    expect(jobs.running()).to.have.length(2)
    await clock.pass(1)
    // The jobs that took the freed slots are slow as well after another 30 ms: as many as there are slots give theirs up.
    await clock.pass(60_000)
    expect(jobs.running()).to.have.length(5)
    pool.submit(jobs.make('i', 'interactive'))
    expect(jobs.running()).to.include('i')
    await jobs.end('b0')
    expect(jobs.running()).to.have.length(6)
    expect(pool.pending('batch')).to.equal(11)
  })

  it('lets interactive work and quick jobs keep their slots', async () => {
    const pool = makeWorkerPool({ slots: 1, reserved: 0, limits: free, slowMs: 30 })
    for (const name of ['i0', 'i1']) pool.submit(jobs.make(name, 'interactive'))
    await clock.pass(60_000)
    expect(jobs.running()).to.deep.equal(['i0'])
  })

  it('has a free slot for a lane while a job of it would start', async () => {
    const pool = makeWorkerPool({ slots: 2, reserved: 1, limits: free })
    expect([pool.hasFreeSlot('batch'), pool.hasFreeSlot('interactive')]).to.deep.equal([true, true])
    pool.submit(jobs.make('b', 'batch'))
    expect([pool.hasFreeSlot('batch'), pool.hasFreeSlot('interactive')]).to.deep.equal([false, true])
    pool.submit(jobs.make('i', 'interactive'))
    expect([pool.hasFreeSlot('batch'), pool.hasFreeSlot('interactive')]).to.deep.equal([false, false])
  })

  describe('with an exclusive job', () => {
    const alone = (name: string) => ({ ...jobs.make(name, 'interactive'), isExclusive: true })

    it('starts one of them beside the slots of the other jobs', async () => {
      const pool = makeWorkerPool({ slots: 2, reserved: 0, limits: free })
      for (const name of ['m1', 'm2']) pool.submit(alone(name))
      for (const name of ['a', 'b', 'c']) pool.submit(jobs.make(name, 'interactive'))
      expect(jobs.running()).to.deep.equal(['m1', 'a', 'b'])
      expect(pool.usage('interactive')).to.deep.equal({ running: 3, waiting: 2 })
      await jobs.end('a')
      expect(jobs.running()).to.deep.equal(['m1', 'b', 'c'])
      await jobs.end('m1')
      expect(jobs.running()).to.deep.equal(['b', 'c', 'm2'])
    })

    it('starts it at once, although other jobs of the tenant wait', () => {
      const pool = makeWorkerPool({ slots: 1, reserved: 0, limits: { perKey: 1, perTenant: 1 } })
      for (const name of ['a', 'b', 'c']) pool.submit(jobs.make(name, 'interactive'))
      pool.submit(alone('m'))
      expect(jobs.running()).to.deep.equal(['a', 'm'])
    })

    it('withdraws it with the others', () => {
      const pool = makeWorkerPool({ slots: 1, reserved: 0, limits: free })
      for (const name of ['m1', 'm2']) pool.submit(alone(name))
      expect(pool.withdraw(() => true)).to.have.length(1)
      expect(pool.pending('interactive')).to.equal(1)
    })
  })

  it('counts interactive jobs by tenant and mode until they end', async () => {
    const loadTracker = makeLoadTracker({ slots: 1, perOwner: 1 })
    const pool = makeWorkerPool({ slots: 1, reserved: 0, limits: free, loadTracker })
    const job = (name: string, tenant: string | null, isExclusive = false) => ({
      ...jobs.make(name, 'interactive'),
      tenant,
      isExclusive,
    })
    for (const name of ['a1', 'a2']) pool.submit(job(name, 'a'))
    pool.submit(job('b1', 'b'))
    pool.submit(job('m', 'a', true))
    pool.submit(jobs.make('batch', 'batch'))
    const report = loadTracker.report(true)
    expect(report.together.waiting).to.deep.equal({ a: 2, b: 1 })
    expect(report.alone.waiting).to.deep.equal({ a: 1 })
    await jobs.end('a1')
    pool.withdraw(({ tenant }) => tenant === 'b')
    expect(loadTracker.report(true).together.waiting).to.deep.equal({ a: 1, b: 0 })
  })
})
