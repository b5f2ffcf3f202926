import { mock } from 'node:test'
import { expect } from 'chai'
import type { Job } from '#shared/consumer/pool/job.ts'
import { makeWorkerSlots } from '#shared/consumer/pool/worker-slots.ts'
import type { Lane } from '#shared/messages/topics.ts'

describe('worker slots', () => {
  const job = (lane: Lane, isExclusive = false): Job => ({
    ...{ lane, isExclusive, key: null, tenant: null, run: async () => 'over' },
  })
  let freed: number
  const open = (options: Parameters<typeof makeWorkerSlots>[0]) => {
    const slots = makeWorkerSlots(options, () => freed++)
    const free = () => [slots.hasFreeSlot('interactive'), slots.hasFreeSlot('batch')]
    return { ...slots, free }
  }
  beforeEach(() => {
    freed = 0
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  afterEach(() => mock.timers.reset())

  it('keep the reserved ones free of batch jobs', () => {
    const slots = open({ slots: 3, reserved: 1 })
    for (const _ of [1, 2]) slots.occupy(job('batch'))
    expect(slots.free()).to.deep.equal([true, false])
    slots.occupy(job('interactive'))
    expect(slots.free()).to.deep.equal([false, false])
  })

  it('are free again after a job', () => {
    const slots = open({ slots: 1, reserved: 0 })
    const one = job('interactive')
    slots.occupy(one)
    expect([slots.running('interactive'), ...slots.free()]).to.deep.equal([1, false, false])
    slots.release(one)
    expect([slots.running('interactive'), ...slots.free()]).to.deep.equal([0, true, true])
  })

  it('do not count the exclusive job, which has one of its own', () => {
    const slots = open({ slots: 1, reserved: 0 })
    const alone = job('interactive', true)
    slots.occupy(alone)
    expect([slots.isExclusiveSlotFree(), ...slots.free()]).to.deep.equal([false, true, true])
    slots.release(alone)
    expect(slots.isExclusiveSlotFree()).to.equal(true)
  })

  it('are given up by slow batch jobs, by as many as there are slots', () => {
    const slots = open({ slots: 1, reserved: 0, slowMs: 50 })
    const [first, second] = [job('batch'), job('batch')]
    slots.occupy(first)
    mock.timers.tick(49)
    expect([freed, ...slots.free()]).to.deep.equal([0, false, false])
    mock.timers.tick(1)
    expect([freed, ...slots.free()]).to.deep.equal([1, true, true])
    slots.occupy(second)
    mock.timers.tick(50)
    expect([freed, slots.running('batch'), ...slots.free()]).to.deep.equal([2, 2, false, false])
    slots.release(first)
    expect(slots.free()).to.deep.equal([true, true])
  })

  it('are given up neither by interactive jobs nor by jobs that have ended', () => {
    const slots = open({ slots: 2, reserved: 0, slowMs: 50 })
    const short = job('batch')
    slots.occupy(job('interactive'))
    slots.occupy(short)
    slots.release(short)
    mock.timers.tick(1000)
    expect(freed).to.equal(0)
  })
})
