import { expect } from 'chai'
import { makePatience } from '#gateway/cli/batch/patience.ts'
import { ServiceError } from '#gateway/cli/batch/service-error.ts'

const passing = new ServiceError('Away', { isPassing: true })
const lasting = new ServiceError('Wrong', { isPassing: false })

describe('patience with the service', () => {
  const told: string[] = []
  beforeEach(() => told.splice(0))
  const patience = (limitMs?: number, signal = new AbortController().signal) =>
    makePatience({ signal, tell: (text) => told.push(text), ...(limitMs !== undefined && { limitMs }) })
  const thrown = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    )

  it('waits after what may pass, and tells once until it has passed', async () => {
    const one = patience()
    await one.afterFailure(passing)
    one.afterSuccess()
    await one.afterFailure(passing)
    expect(told).to.have.length(2)
    await one.afterFailure(passing)
    expect(told).to.have.length(2)
  })

  it('has an end', async () => {
    expect(await thrown(patience(100).afterFailure(passing))).to.equal(passing)
  })

  it('has none with what stays wrong', async () => {
    for (const error of [lasting, new Error('unforeseen')]) {
      expect(await thrown(patience().afterFailure(error))).to.equal(error)
    }
    expect(told).to.deep.equal([])
  })

  it('ends when the caller leaves', async () => {
    const caller = new AbortController()
    const waiting = thrown(patience(undefined, caller.signal).afterFailure(passing))
    caller.abort()
    expect(await waiting).to.be.instanceOf(Error)
  })
})
