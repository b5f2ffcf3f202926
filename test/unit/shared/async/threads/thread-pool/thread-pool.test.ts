import { expect } from 'chai'
import type { ThreadPool } from '#shared/async/threads/thread-pool.ts'
import { isUnavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClock } from '#test/unit/driven-clock.ts'
import type { Sample } from './sample.worker.ts'
import { calm, samplePool } from './sample-pools.ts'

describe('thread pool', () => {
  let pool: ThreadPool<Sample>
  const start = (own: Parameters<typeof samplePool>[0] = {}) => {
    pool = samplePool(own)
    return pool
  }
  afterEach(() => pool.stop())

  const echo = (bytes: Uint8Array) => pool.run('echo', { bytes }, { ...calm, moved: bytes })
  /** For another tenant than that of the other calls, which may rest. */
  const threadIdNow = () => pool.run('threadId', undefined, { ...calm, tenant: 'other' })

  it('returns to each call its own result', async () => {
    start({ threads: 2 })
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`)
    expect(await Promise.all(texts.map((text) => echo(Buffer.from(text))))).to.deep.equal(texts)
  })

  it('rejects with SERVICE_UNAVAILABLE, and its reason, when the function does, a moment later', async () => {
    start()
    const error = await rejectionOf(pool.run('away', undefined, calm))
    expect(isUnavailable(error)).to.equal(true)
    expect(error).to.have.property('message', 'The service is temporarily unavailable (store)')
    expect(error).to.have.nested.property('cause.message', 'reset')
  })

  it('rejects with what the function throws, and keeps the thread', async () => {
    start()
    const before = await threadIdNow()
    const error = await rejectionOf(pool.run('fail', undefined, calm))
    expect(error).to.be.instanceOf(RangeError).and.have.property('message', 'out of range')
    expect(await threadIdNow()).to.equal(before)
  })

  it('moves bytes that have their memory for themselves, and copies others', async () => {
    start()
    const own = new Uint8Array(Buffer.from('own'))
    expect([await echo(own), own.byteLength]).to.deep.equal(['own', 0])
    const shared = Buffer.alloc(100, 'x').subarray(20, 24)
    expect([await echo(shared), shared.toString()]).to.deep.equal(['xxxx', 'xxxx'])
  })

  it('rejects bytes that were moved already, and goes on', async () => {
    start()
    const own = new Uint8Array(Buffer.from('own'))
    await echo(own)
    expect(await rejectionOf(echo(own))).to.have.property('name', 'DataCloneError')
    expect(await echo(Buffer.from('next'))).to.equal('next')
  })

  const budgets = [
    ['memory', 'hoard', { memoryMb: 32 }],
    ['crash', 'exit', {}],
  ] as const
  for (const [budget, name, limits] of budgets) {
    it(`replaces a thread that a call ended (${budget})`, async () => {
      start(limits)
      const before = await threadIdNow()
      const [ended, next] = await Promise.all([rejectionOf(pool.run(name, undefined, calm)), threadIdNow()])
      expect(ended).to.include({ name: 'BudgetExceeded', budget })
      expect(next).not.to.equal(before)
    })
  }

  it('replaces a thread whose call takes too long, and counts no time in which the process was suspended', async () => {
    start({ timeoutMs: 1000 })
    const before = await threadIdNow()
    const clock = driveClock()
    try {
      const ended = rejectionOf(pool.run('spin', undefined, calm))
      let isEnded = false
      const ending = ended.then(() => {
        isEnded = true
      })
      await clock.suspend(60_000)
      await clock.pass(749)
      expect(isEnded).to.equal(false)
      await clock.pass(1)
      await ending
      expect(await ended).to.include({ name: 'BudgetExceeded', budget: 'timeout' })
    } finally {
      clock.stop()
    }
    expect(await threadIdNow()).not.to.equal(before)
  })

  it('reports a crash for a thread that cannot start', async () => {
    start({ program: new URL('./no-such-program.ts', import.meta.url) })
    expect(await rejectionOf(threadIdNow())).to.include({ budget: 'crash' })
  })

  it('rejects all calls when it is stopped, and later ones', async () => {
    start()
    await threadIdNow()
    const running = rejectionOf(pool.run('spin', undefined, calm))
    const waiting = rejectionOf(threadIdNow())
    await pool.stop()
    for (const one of [running, waiting, rejectionOf(threadIdNow())])
      expect(await one).to.have.property('message', 'the threads are stopped')
  })
})
