import { expect } from 'chai'
import { BudgetExceeded } from '#shared/async/budget-exceeded.ts'
import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import type { Sample } from './sample.worker.ts'
import { calm, holding, samplePool, urgent } from './sample-pools.ts'

const bytes = (text: string) => ({ bytes: Buffer.from(text) })

describe('tenants of a thread pool', () => {
  let pool: ThreadPool<Sample>
  afterEach(() => pool.stop())

  it('take turns, however many calls one has', async () => {
    pool = samplePool()
    const held = holding(pool)
    const ended: string[] = []
    const call = async (name: string, tenant: string, options = calm) =>
      ended.push(await pool.run('echo', bytes(name), { ...options, tenant }))
    const calls = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => call(name, 'a')),
      call('b1', 'b'),
      call('b2', 'b'),
      call('c1', 'c', urgent),
    ]
    held.release()
    await Promise.all([...calls, held.ended])
    expect(ended).to.deep.equal(['c1', 'a1', 'b1', 'a2', 'b2', 'a3', 'a4'])
  })

  it('leave a thread to others while their calls are not known to be quick', async () => {
    pool = samplePool({ threads: 2 })
    const slow = [holding(pool, 'a'), holding(pool, 'a'), holding(pool, 'a')]
    expect(await pool.run('echo', bytes('b'), { ...calm, tenant: 'b' })).to.equal('b')
    for (const { release } of slow) release()
    await Promise.all(slow.map(({ ended }) => ended))
  })

  it('rest after a call that exceeds a budget, while others go on', async () => {
    pool = samplePool({ timeoutMs: 1000 })
    const spin = rejectionOf(pool.run('spin', undefined, { ...calm, tenant: 'a' }))
    const later = pool.run('echo', bytes('a'), { ...calm, tenant: 'a' })
    let hasEnded = false
    void later.then(() => {
      hasEnded = true
    })
    expect(await spin).to.be.instanceOf(BudgetExceeded)
    expect(await pool.run('echo', bytes('b'), { ...calm, tenant: 'b' })).to.equal('b')
    expect(hasEnded).to.equal(false)
    expect(await later).to.equal('a')
  })
})
