import { expect } from 'chai'
import { makeSemaphore } from '#shared/async/semaphore.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('semaphore', () => {
  it('limits the number of running works and keeps their order', async () => {
    const semaphore = makeSemaphore(2)
    const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
    const begun: number[] = []
    const passed = works.map(({ promise }, at) =>
      semaphore.run(() => {
        begun.push(at)
        return promise
      }),
    )
    await turn()
    expect(begun).to.deep.equal([0, 1])
    works[1]?.resolve(1)
    await turn()
    expect(begun).to.deep.equal([0, 1, 2])
    for (const [at, work] of works.entries()) work.resolve(at)
    expect(await Promise.all(passed)).to.deep.equal([0, 1, 2, 3, 4])
    expect(begun).to.deep.equal([0, 1, 2, 3, 4])
  })

  it('releases the permit of work that rejects and of work that throws', async () => {
    const semaphore = makeSemaphore(1)
    const error = new Error('no')
    const failed = semaphore.run(() => Promise.reject(error))
    const thrown = semaphore.run(() => {
      throw error
    })
    const next = semaphore.run(async () => 'next')
    expect(await rejectionOf(failed)).to.equal(error)
    expect(await rejectionOf(thrown)).to.equal(error)
    expect(await next).to.equal('next')
    expect(await semaphore.run(async () => 'free')).to.equal('free')
  })

  it('rejects a waiting call when its signal aborts, and never runs its work', async () => {
    const semaphore = makeSemaphore(1)
    const gate = Promise.withResolvers<void>()
    const first = semaphore.run(() => gate.promise)
    const leaving = new AbortController()
    let ran = false
    const second = rejectionOf(
      semaphore.run(async () => {
        ran = true
      }, leaving.signal),
    )
    const third = semaphore.run(async () => 3)
    leaving.abort()
    expect(await second).to.equal(leaving.signal.reason)
    gate.resolve()
    await first
    expect(await third).to.equal(3)
    expect(ran).to.equal(false)
  })

  it('rejects a running call when its signal aborts, and keeps the permit until its work has ended', async () => {
    const semaphore = makeSemaphore(1)
    const gate = Promise.withResolvers<void>()
    const leaving = new AbortController()
    const first = rejectionOf(semaphore.run(() => gate.promise, leaving.signal))
    leaving.abort()
    expect(await first).to.equal(leaving.signal.reason)
    let began = false
    const second = semaphore.run(async () => {
      began = true
    })
    await turn()
    expect(began).to.equal(false)
    gate.resolve()
    await second
    expect(began).to.equal(true)
  })

  it('starts no work for an aborted signal', async () => {
    const semaphore = makeSemaphore(1)
    const reason = new Error('left')
    const refused = semaphore.run(() => expect.fail('began'), AbortSignal.abort(reason))
    expect(await rejectionOf(refused)).to.equal(reason)
    expect(await semaphore.run(async () => 1)).to.equal(1)
  })
})
