import { expect } from 'chai'
import { makeSemaphore } from '#stages/fetch/images/semaphore.ts'

const live = new AbortController().signal
const rejected = (running: Promise<unknown>) =>
  running.then(
    () => expect.fail('was not rejected'),
    (error: unknown) => error,
  )
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('makeSemaphore', () => {
  it('runs no more than its size at a time, in the order of the calls, and all in the end', async () => {
    const run = makeSemaphore(2)
    const started: number[] = []
    let working = 0
    let most = 0
    const work = (number: number) => async () => {
      started.push(number)
      most = Math.max(most, ++working)
      await turn()
      working--
      return number
    }
    const results = await Promise.all([0, 1, 2, 3, 4].map((number) => run(live, work(number))))
    expect(results).to.deep.equal([0, 1, 2, 3, 4])
    expect(started).to.deep.equal([0, 1, 2, 3, 4])
    expect(most).to.equal(2)
  })

  it('releases the permit of failed work', async () => {
    const run = makeSemaphore(1)
    const error = new Error('no')
    expect(await rejected(run(live, () => Promise.reject(error)))).to.equal(error)
    expect(await run(live, async () => 1)).to.equal(1)
  })

  it('rejects a waiting call when its signal aborts, and never runs its work', async () => {
    const run = makeSemaphore(1)
    const gate = Promise.withResolvers<void>()
    const first = run(live, () => gate.promise)
    const leaving = new AbortController()
    let ran = false
    const second = rejected(
      run(leaving.signal, async () => {
        ran = true
      }),
    )
    const third = run(live, async () => 3)
    leaving.abort()
    await second
    gate.resolve()
    await first
    expect(await third).to.equal(3)
    expect(ran).to.equal(false)
  })

  it('rejects a running call when its signal aborts, and keeps the permit until its work has ended', async () => {
    const run = makeSemaphore(1)
    const gate = Promise.withResolvers<void>()
    const leaving = new AbortController()
    const first = rejected(run(leaving.signal, () => gate.promise))
    leaving.abort()
    await first
    let began = false
    const second = run(live, async () => {
      began = true
    })
    await turn()
    expect(began).to.equal(false)
    gate.resolve()
    await second
    expect(began).to.equal(true)
  })

  it('starts no work for an aborted signal', async () => {
    const run = makeSemaphore(1)
    await rejected(run(AbortSignal.abort(), () => expect.fail('began')))
    expect(await run(live, async () => 1)).to.equal(1)
  })
})
