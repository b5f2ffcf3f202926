import { expect } from 'chai'
import { isUnavailable, unavailable } from '#shared/errors.ts'
import { putWithRetry } from '#shared/stage/publisher.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const never = new AbortController().signal

describe('putWithRetry', () => {
  const clock = driveClockInEachTest()

  function storeAwayFor(tries: number) {
    const seen = { tries: 0 }
    const put = async () => {
      seen.tries += 1
      if (seen.tries <= tries) throw unavailable('object store')
    }
    return { seen, put }
  }
  const object = ['bodies/x', Buffer.from('x'), 'text/html'] as const

  it('retries on the batch lane longer than a caller would wait', async () => {
    const { seen, put } = storeAwayFor(6)
    await clock.run(putWithRetry({ put }, { lane: 'batch', signal: never })(...object))
    expect(seen.tries).to.equal(7)
  })

  it('retries for a second on the interactive lane', async () => {
    const back = storeAwayFor(2)
    await clock.run(putWithRetry({ put: back.put }, { lane: 'interactive', signal: never })(...object))
    expect(back.seen.tries).to.equal(3)
    const began = clock.now()
    const { put } = storeAwayFor(Number.POSITIVE_INFINITY)
    const work = putWithRetry({ put }, { lane: 'interactive', signal: never })(...object)
    expect(isUnavailable(await clock.run(rejectionOf(work)))).to.equal(true)
    expect(clock.now() - began).to.equal(1000)
  })

  it('retries until the inspection expires', async () => {
    const { put } = storeAwayFor(Number.POSITIVE_INFINITY)
    const [began, signal] = [clock.now(), AbortSignal.timeout(60_000)]
    await clock.run(rejectionOf(putWithRetry({ put }, { lane: 'batch', signal })(...object)))
    expect(clock.now() - began).to.equal(60_000)
  })
})
