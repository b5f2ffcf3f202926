import { expect } from 'chai'
import { RetryAfterError } from '#shared/async/retry-after-error.ts'
import { Failure } from '#shared/errors.ts'

describe('RetryAfterError', () => {
  it('tells when to try again, and keeps the failure of the last attempt', () => {
    const failure = new Failure('URL_UNREACHABLE', 'The site is busy')
    const error = new RetryAfterError(failure, 1500)
    expect(error).to.include({ name: 'RetryAfterError', failure, retryAfterMs: 1500, cause: failure })
    expect(error.message).to.equal('to be tried again in 1500 ms: The site is busy')
  })
})
