import { expect } from 'chai'
import { makeRetryPolicy } from '#gateway/cli/batch/client/retry-policy.ts'
import { ServiceError } from '#gateway/cli/batch/errors.ts'

const passing = new ServiceError('Away', { isTransient: true })
const lasting = new ServiceError('Wrong', { isTransient: false })

describe('retry policy', () => {
  const reported: string[] = []
  beforeEach(() => reported.splice(0))
  const retryPolicy = (limitMs?: number, signal = new AbortController().signal) =>
    makeRetryPolicy({
      signal,
      notify: (text) => reported.push(text),
      ...(limitMs !== undefined && { limitMs }),
    })
  const thrown = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  it('waits after transient errors and reports only the first', async () => {
    const one = retryPolicy()
    await one.afterFailure(passing)
    one.afterSuccess()
    await one.afterFailure(passing)
    expect(reported).to.have.length(2)
    await one.afterFailure(passing)
    expect(reported).to.have.length(2)
  })

  it('gives up after its limit', async () => {
    expect(await thrown(retryPolicy(100).afterFailure(passing))).to.equal(passing)
  })

  it('does not retry a permanent error', async () => {
    for (const error of [lasting, new Error('unforeseen')]) {
      expect(await thrown(retryPolicy().afterFailure(error))).to.equal(error)
    }
    expect(reported).to.deep.equal([])
  })

  it('stops when the user interrupts', async () => {
    const caller = new AbortController()
    const waiting = thrown(retryPolicy(undefined, caller.signal).afterFailure(passing))
    caller.abort()
    expect(await waiting).to.be.instanceOf(Error)
  })
})
