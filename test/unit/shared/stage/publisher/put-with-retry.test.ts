import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'

const never = new AbortController().signal

describe('putWithRetry', () => {
  function storeAwayFor(tries: number) {
    const seen = { tries: 0 }
    const put = async () => {
      seen.tries += 1
      if (seen.tries <= tries) throw unavailable('object store')
    }
    return { seen, put }
  }
  const rejectionOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: Error) => error,
    )
  const object = ['bodies/x', Buffer.from('x'), 'text/html'] as const

  it('retries on the batch lane longer than a caller would wait', async () => {
    const { seen, put } = storeAwayFor(6)
    await putWithRetry({ put }, { lane: 'batch', signal: never })(...object)
    expect(seen.tries).to.equal(7)
  })

  it('retries for a second on the interactive lane', async () => {
    const back = storeAwayFor(2)
    await putWithRetry({ put: back.put }, { lane: 'interactive', signal: never })(...object)
    const began = performance.now()
    const away = storeAwayFor(Number.POSITIVE_INFINITY)
    const rejection = await rejectionOf(
      putWithRetry({ put: away.put }, { lane: 'interactive', signal: never })(...object),
    )
    expect(isUnavailable(rejection)).to.equal(true)
    expect(performance.now() - began).to.be.above(990)
  })

  it('retries until the inspection expires', async () => {
    const { put } = storeAwayFor(Number.POSITIVE_INFINITY)
    const signal = AbortSignal.timeout(20)
    expect(await rejectionOf(putWithRetry({ put }, { lane: 'batch', signal })(...object))).to.be.instanceOf(
      Error,
    )
  })
})
