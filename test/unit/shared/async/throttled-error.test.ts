import { expect } from 'chai'
import { retryWhileThrottled, ThrottledError } from '#shared/async/throttled-error.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const never = new AbortController().signal

describe('retryWhileThrottled', () => {
  it('repeats throttled work after its delay, any number of times', async () => {
    let times = 0
    const began = performance.now()
    const work = async () => {
      times += 1
      if (times < 4) throw new ThrottledError(20)
      return 'done'
    }
    expect(await retryWhileThrottled(work, never)).to.equal('done')
    expect(times).to.equal(4)
    expect(performance.now() - began).to.be.at.least(55)
  })

  it('rejects with any other error of the work', async () => {
    const error = new Error('broken')
    expect(await rejectionOf(retryWhileThrottled(() => Promise.reject(error), never))).to.equal(error)
  })

  it('rejects with the reason of the signal, aborted before or later', async () => {
    const reason = new Error('over')
    const late = new AbortController()
    setTimeout(() => late.abort(reason), 20)
    const waiting = retryWhileThrottled(() => Promise.reject(new ThrottledError(60_000)), late.signal)
    expect(await rejectionOf(waiting, 2000)).to.equal(reason)
    let times = 0
    const work = async () => {
      times += 1
    }
    expect(await rejectionOf(retryWhileThrottled(work, AbortSignal.abort(reason)))).to.equal(reason)
    expect(times).to.equal(0)
  })
})
