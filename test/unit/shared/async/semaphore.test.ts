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

  it('runs the next work also after a failure', async () => {
    const semaphore = makeSemaphore(1)
    const error = new Error('no')
    const failed = semaphore.run(() => Promise.reject(error))
    const next = semaphore.run(async () => 'next')
    expect(await rejectionOf(failed)).to.equal(error)
    expect(await next).to.equal('next')
    expect(await semaphore.run(async () => 'free')).to.equal('free')
  })
})
