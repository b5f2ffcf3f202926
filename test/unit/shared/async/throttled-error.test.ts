import { expect } from 'chai'
import { retryWhileThrottled, ThrottledError } from '#shared/async/throttled-error.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const never = new AbortController().signal

describe('retryWhileThrottled', () => {
  const clock = driveClockInEachTest()

  it('repeats throttled work after its delay, any number of times', async () => {
    const began = clock.now()
    const times: number[] = []
    const work = async () => {
      times.push(clock.now() - began)
      if (times.length < 4) throw new ThrottledError(times.length * 1000)
      return 'done'
    }
    expect(await clock.run(retryWhileThrottled(work, never))).to.equal('done')
    expect(times).to.deep.equal([0, 1000, 3000, 6000])
  })

  it('rejects with any other error of the work', async () => {
    const error = new Error('broken')
    expect(await rejectionOf(retryWhileThrottled(() => Promise.reject(error), never))).to.equal(error)
  })

  it('rejects with the reason of the signal, aborted before or later', async () => {
    const reason = new Error('over')
    const late = new AbortController()
    const waiting = rejectionOf(
      retryWhileThrottled(() => Promise.reject(new ThrottledError(60_000)), late.signal),
    )
    await clock.pass(20)
    late.abort(reason)
    expect(await waiting).to.equal(reason)
    let times = 0
    const work = async () => {
      times += 1
    }
    expect(await rejectionOf(retryWhileThrottled(work, AbortSignal.abort(reason)))).to.equal(reason)
    expect(times).to.equal(0)
  })
})
