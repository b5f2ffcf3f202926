import { expect } from 'chai'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { unavailable } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

describe('retryWhileUnavailable', () => {
  /** Work that throws these errors one after the other, and then answers how often it was tried. */
  function failing(...errors: readonly Error[]) {
    let tries = 0
    return async () => {
      const error = errors[tries++]
      if (error !== undefined) throw error
      return tries
    }
  }

  it('retries while a backing service is unavailable', async () => {
    expect(await retryWhileUnavailable(failing(unavailable('log'), unavailable('store')))).to.equal(3)
  })

  it('rejects with any other error', async () => {
    const mistake = new TypeError('a mistake')
    expect(await rejectionOf(retryWhileUnavailable(failing(unavailable('log'), mistake)))).to.equal(mistake)
  })

  it('retries other errors with `onOtherError`, which gets them only', async () => {
    const mistake = new TypeError('a mistake')
    const told: unknown[] = []
    const onOtherError = (error: unknown) => void told.push(error)
    expect(await retryWhileUnavailable(failing(unavailable('log'), mistake), { onOtherError })).to.equal(3)
    expect(told).to.deep.equal([mistake])
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
