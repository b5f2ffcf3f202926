import { expect } from 'chai'
import type { ConcurrencyLimits, Job } from '#shared/consumer/pool/job.ts'
import { LaneQueue } from '#shared/consumer/pool/lane-queue.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

interface Named extends Job {
  readonly name: string
}

const job = (name: string, key: string | null, tenant: string | null = null): Named => ({
  name,
  lane: 'batch',
  key,
  tenant,
  run: async () => 'over',
})
const nameOf = (taken: Job | null) => (taken as Named | null)?.name ?? null

function queueOf(limits: ConcurrencyLimits, wake: () => void = () => {}) {
  const queue = new LaneQueue(limits, wake)
  return {
    queue,
    add(...jobs: Named[]): void {
      for (const one of jobs) queue.add(one)
    },
    /** Names of all that may start now. */
    takeAll(): string[] {
      const names: string[] = []
      for (let one = queue.take(); one !== null; one = queue.take()) names.push(nameOf(one) ?? '')
      return names
    },
  }
}

describe('LaneQueue', () => {
  const clock = driveClockInEachTest()

  it('is first in, first out for jobs without a key', () => {
    const { add, takeAll } = queueOf({ perKey: 1 })
    add(job('a', null), job('b', null), job('c', null))
    expect(takeAll()).to.deep.equal(['a', 'b', 'c'])
  })

  it('schedules jobs without a key round robin by tenant', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 1 })
    const many = Array.from({ length: 1000 }, (_, index) => job(`a${index}`, null, 'a'))
    add(...many, job('b0', null, 'b'), job('b1', null, 'b'), job('none', null))
    const first = Array.from({ length: 6 }, () => nameOf(queue.take()))
    expect(first).to.deep.equal(['a0', 'b0', 'none', 'a1', 'b1', 'a2'])
    add(job('c0', null, 'c'))
    expect(takeAll().slice(0, 2)).to.deep.equal(['a3', 'c0'])
    expect(queue.waiting).to.equal(0)
  })

  it('limits the running jobs of one tenant', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 1, perTenant: 2 })
    const [first, ...more] = Array.from({ length: 4 }, (_, index) => job(`a${index}`, null, 'a'))
    add(first as Named, ...more, job('b0', null, 'b'))
    expect(takeAll()).to.have.members(['a0', 'a1', 'b0'])
    expect(queue.waiting).to.equal(2)
    queue.release(first as Named, 'over')
    expect(takeAll()).to.deep.equal(['a2'])
  })

  it('starts one job of a key at a time', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 1 })
    const first = job('a1', 'a')
    add(first, job('a2', 'a'), job('b1', 'b'))
    expect(takeAll()).to.deep.equal(['a1', 'b1'])
    expect(queue.waiting).to.equal(1)
    queue.release(first, 'over')
    expect(takeAll()).to.deep.equal(['a2'])
    expect(queue.waiting).to.equal(0)
  })

  it('starts jobs of a key up to the limit', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 2 })
    const jobs = ['a1', 'a2', 'a3', 'a4'].map((name) => job(name, 'a'))
    add(...jobs)
    expect(takeAll()).to.deep.equal(['a1', 'a2'])
    queue.release(jobs[1] as Named, 'over')
    expect(takeAll()).to.deep.equal(['a3'])
  })

  it('schedules keys round robin', () => {
    const { queue, add } = queueOf({ perKey: 1 })
    const many = Array.from({ length: 100 }, (_, index) => job(`a${index}`, 'a'))
    add(...many, job('b0', 'b'), job('b1', 'b'), job('c0', 'c'))
    const order: (string | null)[] = []
    for (let count = 0; count < 6; count++) {
      const taken = queue.take() as Named
      order.push(taken.name)
      queue.release(taken, 'over')
    }
    expect(order).to.deep.equal(['a0', 'b0', 'c0', 'a1', 'b1', 'a2'])
  })

  it('returns a postponed job to the head of its key, and wakes when the key may continue', async () => {
    let wakes = 0
    const { queue, add, takeAll } = queueOf({ perKey: 1 }, () => wakes++)
    const first = job('a1', 'a')
    add(first, job('a2', 'a'), job('b1', 'b'))
    expect(takeAll()).to.deep.equal(['a1', 'b1'])
    queue.release(first, { postponeMs: 60 })
    await clock.pass(59)
    expect(queue.take()).to.equal(null)
    expect([queue.waiting, wakes]).to.deep.equal([2, 0])
    // Its timer ends a millisecond late, never early.
    await clock.pass(2)
    expect(wakes).to.equal(1)
    expect(takeAll()).to.deep.equal(['a1'])
    queue.release(first, 'over')
    expect(takeAll()).to.deep.equal(['a2'])
  })

  it('blocks later jobs of the key as well', async () => {
    let wakes = 0
    const { queue, add, takeAll } = queueOf({ perKey: 2 }, () => wakes++)
    const first = job('a1', 'a')
    add(first)
    queue.take()
    queue.release(first, { postponeMs: 60 })
    add(job('a2', 'a'))
    expect(queue.take()).to.equal(null)
    await clock.pass(61)
    expect(wakes).to.equal(1)
    expect(takeAll()).to.deep.equal(['a1', 'a2'])
  })

  it('continues at the earliest of several times', async () => {
    let wakes = 0
    const { queue, add, takeAll } = queueOf({ perKey: 2 }, () => wakes++)
    const jobs = [job('a1', 'a'), job('a2', 'a')]
    add(...jobs)
    takeAll()
    queue.release(jobs[0] as Named, { postponeMs: 30 })
    queue.release(jobs[1] as Named, { postponeMs: 3_600_000 })
    await clock.pass(29)
    expect(queue.take()).to.equal(null)
    await clock.pass(2)
    expect(wakes).to.equal(1)
    expect(takeAll()).to.have.members(['a1', 'a2'])
  })

  for (const ms of [0, -5, Number.MAX_SAFE_INTEGER]) {
    it(`neither spins on nor loses a job that is postponed for ${ms} ms`, async () => {
      let wakes = 0
      const { queue, add } = queueOf({ perKey: 1 }, () => wakes++)
      const first = job('a1', 'a')
      add(first)
      queue.take()
      queue.release(first, { postponeMs: ms })
      expect([queue.take(), queue.waiting]).to.deep.equal([null, 1])
      await clock.pass(2)
      expect(wakes).to.equal(ms <= 0 ? 1 : 0)
      expect(nameOf(queue.take())).to.equal(ms <= 0 ? 'a1' : null)
    })
  }

  it('withdraws postponed jobs', () => {
    const { queue, add } = queueOf({ perKey: 1 })
    const first = job('a1', 'a')
    add(first)
    queue.take()
    queue.release(first, { postponeMs: 3_600_000 })
    expect(queue.withdraw(() => true)).to.deep.equal([first])
    expect(queue.waiting).to.equal(0)
  })

  it('has no job to start after the only one of a key was withdrawn', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 1 })
    add(job('a1', 'a'))
    queue.withdraw(() => true)
    expect(queue.take()).to.equal(null)
    add(job('a2', 'a'))
    expect(takeAll()).to.deep.equal(['a2'])
  })

  it('withdraws matching waiting jobs of every key, in order', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 1 })
    add(job('f1', null), job('a1', 'a'), job('a2', 'a'), job('b1', 'b'), job('f2', null))
    const taken = queue.withdraw((one) => !nameOf(one)?.endsWith('1'))
    expect(taken.map(nameOf)).to.have.members(['f2', 'a2'])
    expect(queue.waiting).to.equal(3)
    expect(takeAll()).to.have.members(['f1', 'a1', 'b1'])
  })

  it('continues with a key after its waiting jobs were withdrawn', () => {
    const { queue, add, takeAll } = queueOf({ perKey: 1 })
    const first = job('a1', 'a')
    add(first, job('a2', 'a'))
    queue.take()
    queue.withdraw(() => true)
    add(job('a3', 'a'))
    expect(takeAll()).to.deep.equal([])
    queue.release(first, 'over')
    expect(takeAll()).to.deep.equal(['a3'])
  })
})
