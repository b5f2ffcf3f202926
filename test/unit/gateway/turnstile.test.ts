import { expect } from 'chai'
import { makeTurnstile } from '#gateway/turnstile.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('turnstile', () => {
  it('lets so many through at a time, in the order they came', async () => {
    const turnstile = makeTurnstile(2)
    const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
    const begun: number[] = []
    const passed = works.map(({ promise }, at) =>
      turnstile.pass(() => {
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

  it('lets the next one through also after a failure', async () => {
    const turnstile = makeTurnstile(1)
    const error = new Error('no')
    const failed = turnstile.pass(() => Promise.reject(error))
    const next = turnstile.pass(async () => 'next')
    expect(await rejectionOf(failed)).to.equal(error)
    expect(await next).to.equal('next')
    expect(await turnstile.pass(async () => 'free')).to.equal('free')
  })
})
