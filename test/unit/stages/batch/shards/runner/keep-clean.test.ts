import { expect } from 'chai'
import { unavailable } from '#shared/errors.ts'
import { keepClean } from '#stages/batch/shards/runner/keep-clean.ts'
import type { ShardStore } from '#stages/batch/shards/shard-store.ts'
import { eventually } from '#test/contract/eventually.ts'
import { fakeParts } from './fake-parts.ts'
import { fakeStore } from './fake-store.ts'

const done = { hasMore: false, hasReadyQueues: false }

describe('keepClean', () => {
  let stop: () => Promise<void>
  afterEach(() => stop())

  /** Runs the clean-up with these steps; the last one is repeated. */
  function start(steps: readonly (() => ReturnType<ShardStore['sweep']>)[]) {
    let [taken, ready] = [0, 0]
    const { store } = fakeStore({
      sweep: () => (steps[Math.min(taken++, steps.length - 1)] as (typeof steps)[number])(),
    })
    const { parts, errors, ...running } = fakeParts(store)
    const work = keepClean(parts, () => ready++)
    stop = () => running.stop(work)
    return { errors, taken: () => taken, ready: () => ready }
  }

  it('takes step after step, and calls back when hosts have rested', async () => {
    const { taken, ready } = start([
      async () => ({ ...done, hasMore: true }),
      async () => ({ hasMore: true, hasReadyQueues: true }),
      async () => done,
    ])
    await eventually(() => taken() >= 3)
    expect(ready()).to.equal(1)
  })

  it('goes on after errors, and logs them unless the disk is only full', async () => {
    const { taken, errors } = start([
      () => Promise.reject(unavailable('disk')),
      () => Promise.reject(new TypeError('broken')),
      async () => done,
    ])
    await eventually(() => taken() >= 3)
    expect(errors).to.have.length(1)
    expect(errors[0]).to.include('broken')
  })
})
