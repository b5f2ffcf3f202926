import { expect } from 'chai'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

describe('retryWhileUnavailable', () => {
  const clock = driveClockInEachTest()

  /** Work that throws these errors one after the other, and then answers how often it was tried. */
  function failing(...errors: readonly Error[]) {
    let tries = 0
    return async () => {
      const error = errors[tries++]
      if (error !== undefined) throw error
      return tries
    }
  }

  it('retries every 250 ms while a backing service is unavailable', async () => {
    const began = clock.now()
    const work = failing(unavailable('log'), unavailable('store'))
    expect(await clock.run(retryWhileUnavailable(work))).to.equal(3)
    expect(clock.now() - began).to.equal(500)
  })

  it('rejects with any other error', async () => {
    const mistake = new TypeError('a mistake')
    const rejected = rejectionOf(retryWhileUnavailable(failing(unavailable('log'), mistake)))
    expect(await clock.run(rejected)).to.equal(mistake)
  })

  it('retries other errors with `onOtherError`, which gets them only', async () => {
    const mistake = new TypeError('a mistake')
    const told: unknown[] = []
    const onOtherError = (error: unknown) => void told.push(error)
    const work = failing(unavailable('log'), mistake)
    expect(await clock.run(retryWhileUnavailable(work, { onOtherError }))).to.equal(3)
    expect(told).to.deep.equal([mistake])
  })

  it('rejects with the last failure after the longest wait that is allowed', async () => {
    const began = clock.now()
    const last = unavailable('log')
    let tries = 0
    const away = () => Promise.reject(++tries === 3 ? last : unavailable('store'))
    expect(await clock.run(rejectionOf(retryWhileUnavailable(away, { maxWaitMs: 500 })))).to.equal(last)
    expect(clock.now() - began).to.equal(500)
  })

  it('rejects when the signal is aborted, during a delay and before a try', async () => {
    const stopping = new AbortController()
    const away = () => {
      stopping.abort()
      return Promise.reject(unavailable('log'))
    }
    expect(await rejectionOf(retryWhileUnavailable(away, { signal: stopping.signal }))).to.have.property(
      'name',
      'AbortError',
    )
    const tried = failing()
    await rejectionOf(retryWhileUnavailable(tried, { signal: stopping.signal }))
    expect(await tried()).to.equal(1)
  })
})
