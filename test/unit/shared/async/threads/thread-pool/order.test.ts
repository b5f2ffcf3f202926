import { expect } from 'chai'
import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import type { Sample } from './sample.worker.ts'
import { calm, holding, samplePool, urgent } from './sample-pools.ts'

const bytes = (text: string) => ({ bytes: Buffer.from(text) })

describe('order of the calls of a thread pool', () => {
  let pool: ThreadPool<Sample>
  afterEach(() => pool.stop())

  it('is that of their beginning, urgent ones first', async () => {
    pool = samplePool()
    const held = holding(pool)
    const ended: string[] = []
    const call = async (name: string, options: typeof calm) =>
      ended.push(await pool.run('echo', bytes(name), options))
    const calls = [
      call('b1', calm),
      call('b2', calm),
      call('u1', urgent),
      call('b3', calm),
      call('u2', urgent),
    ]
    held.release()
    await Promise.all([...calls, held.ended])
    expect(ended).to.deep.equal(['u1', 'u2', 'b1', 'b2', 'b3'])
  })

  it('leaves out calls that are aborted while they wait', async () => {
    pool = samplePool()
    const held = holding(pool)
    const controller = new AbortController()
    const expired = new Error('expired')
    const late = rejectionOf(pool.run('spin', undefined, { ...urgent, signal: controller.signal }))
    const next = pool.run('echo', bytes('next'), calm)
    controller.abort(expired)
    expect(await late).to.equal(expired)
    held.release()
    expect(await next).to.equal('next')
    const after = pool.run('echo', bytes('x'), { ...calm, signal: controller.signal })
    expect(await rejectionOf(after)).to.equal(expired)
  })

  it('goes on behind a call that is aborted while it runs, and that keeps its thread', async () => {
    pool = samplePool()
    await pool.run('threadId', undefined, calm)
    const flag = new Int32Array(new SharedArrayBuffer(4))
    const controller = new AbortController()
    const aborted = rejectionOf(pool.run('wait', flag, { ...calm, signal: controller.signal }))
    const next = pool.run('echo', bytes('next'), calm)
    controller.abort(new Error('the caller left'))
    expect(await aborted).to.have.property('message', 'the caller left')
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
    expect(await next).to.equal('next')
  })

  it('uses further threads as long as calls wait', async () => {
    pool = samplePool({ threads: 2 })
    const held = [holding(pool, 'a'), holding(pool, 'b')]
    const third = pool.run('threadId', undefined, calm)
    for (const { release } of held) release()
    await Promise.all(held.map(({ ended }) => ended))
    const again = [holding(pool, 'a'), holding(pool, 'b')]
    for (const { release } of again) release()
    expect(await third).to.be.a('number')
    await Promise.all(again.map(({ ended }) => ended))
  })
})
