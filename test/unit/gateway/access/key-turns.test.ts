import { expect } from 'chai'
import { makeKeyTurns } from '#gateway/access/key-turns.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const { signal } = new AbortController()

describe('makeKeyTurns', () => {
  /** Work that ends with `release`. */
  function held() {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    let started = 0
    const work = async () => {
      started++
      await promise
      return 'done'
    }
    return { work, release, started: () => started }
  }

  it('runs a limited number of one key at a time, and others beside', async () => {
    const turns = makeKeyTurns({ limit: 2, maxWaiting: 10 })
    const [mine, other] = [held(), held()]
    const running = Array.from({ length: 4 }, () => turns.run('a', mine.work, signal))
    const beside = turns.run('b', other.work, signal)
    await new Promise(setImmediate)
    expect([mine.started(), other.started()]).to.deep.equal([2, 1])
    mine.release()
    other.release()
    expect(await Promise.all([...running, beside])).to.deep.equal(Array(5).fill('done'))
  })

  it('rejects more than may wait, until some have ended', async () => {
    const turns = makeKeyTurns({ limit: 1, maxWaiting: 1 })
    const { work, release } = held()
    const accepted = [turns.run('a', work, signal), turns.run('a', work, signal)]
    expect(await rejectionOf(turns.run('a', work, signal))).to.include({ code: 'SERVICE_UNAVAILABLE' })
    release()
    await Promise.all(accepted)
    expect(await turns.run('a', work, signal)).to.equal('done')
  })

  it('drops work whose caller leaves while it waits', async () => {
    const turns = makeKeyTurns({ limit: 1, maxWaiting: 5 })
    const [first, second] = [held(), held()]
    const running = turns.run('a', first.work, signal)
    const leaving = new AbortController()
    const waiting = rejectionOf(turns.run('a', second.work, leaving.signal))
    leaving.abort(new Error('left'))
    expect((await waiting) as Error).to.include({ message: 'left' })
    first.release()
    await running
    expect(second.started()).to.equal(0)
  })

  it('passes a failure of the work on, and gives its turn back', async () => {
    const turns = makeKeyTurns({ limit: 1, maxWaiting: 0 })
    const fault = new Error('fault')
    expect(await rejectionOf(turns.run('a', () => Promise.reject(fault), signal))).to.equal(fault)
    expect(await turns.run('a', async () => 1, signal)).to.equal(1)
  })
})
