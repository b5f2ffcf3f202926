import { expect } from 'chai'
import { makeRetryPolicy } from '#gateway/cli/batch/client/retry-policy.ts'
import { ServiceError } from '#gateway/cli/batch/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const passing = new ServiceError('Away', { isTransient: true })
const lasting = new ServiceError('Wrong', { isTransient: false })

describe('retry policy', () => {
  let reported: string[]
  let pauses: number[]
  beforeEach(() => {
    reported = []
    pauses = []
  })
  const retryPolicy = (limitMs?: number) =>
    makeRetryPolicy({
      pause: async (ms) => void pauses.push(ms),
      notify: (text) => reported.push(text),
      ...(limitMs !== undefined && { limitMs }),
    })

  it('pauses twice as long after each failure, up to 15 s, and reports only the first', async () => {
    const one = retryPolicy()
    for (let failure = 0; failure < 7; failure++) await one.afterFailure(passing)
    expect(pauses).to.deep.equal([500, 1000, 2000, 4000, 8000, 15_000, 15_000])
    expect(reported).to.deep.equal(['Away; trying again'])
  })

  it('pauses as long as the service asks for, and gives up at once where that is too long', async () => {
    const asking = (retryAfterMs: number) => new ServiceError('Away', { isTransient: true, retryAfterMs })
    const one = retryPolicy(10_000)
    await one.afterFailure(asking(7000))
    await one.afterFailure(asking(100))
    expect(pauses).to.deep.equal([7000, 1000])
    const long = asking(86_400_000)
    const another = retryPolicy()
    expect(await rejectionOf(another.afterFailure(long))).to.equal(long)
    expect(reported).to.have.length(1)
  })

  it('begins again after a success', async () => {
    const one = retryPolicy()
    for (let failure = 0; failure < 3; failure++) await one.afterFailure(passing)
    one.afterSuccess()
    await one.afterFailure(passing)
    expect(pauses.at(-1)).to.equal(500)
    expect(reported).to.have.length(2)
  })

  it('gives up where the next pause would exceed its limit', async () => {
    expect(await rejectionOf(retryPolicy(499).afterFailure(passing))).to.equal(passing)
    expect(pauses).to.deep.equal([])
  })

  it('does not retry a permanent error', async () => {
    for (const error of [lasting, new Error('unforeseen')]) {
      expect(await rejectionOf(retryPolicy().afterFailure(error))).to.equal(error)
    }
    expect([reported, pauses]).to.deep.equal([[], []])
  })

  it('stops when a pause is interrupted', async () => {
    const interrupted = new Error('Ctrl-C')
    const one = makeRetryPolicy({ pause: () => Promise.reject(interrupted), notify: () => {} })
    expect(await rejectionOf(one.afterFailure(passing))).to.equal(interrupted)
  })
})
