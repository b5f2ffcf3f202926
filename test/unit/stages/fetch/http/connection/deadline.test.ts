import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { makeDeadline, orAborted } from '#stages/fetch/http/connection/deadline.ts'

const never = new Promise<never>(() => {})
const outcomeOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('makeDeadline', () => {
  it('ends what is going on with the failure to answer', async () => {
    const { signal } = makeDeadline('http://shop.example/', 10, undefined)
    const outcome = await outcomeOf(orAborted(never, signal))
    expect(outcome).to.be.instanceOf(Failure)
    expect(outcome).to.include({ code: 'TIMEOUT' })
    expect((outcome as Failure).details).to.deep.equal({ url: 'http://shop.example/', timeout_ms: 10 })
  })

  it("passes on the caller's signal, also one that was aborted before", async () => {
    const reason = new Error('drained')
    const callers = new AbortController()
    const early = makeDeadline('http://shop.example/', 10_000, callers.signal)
    callers.abort(reason)
    const late = makeDeadline('http://shop.example/', 10_000, callers.signal)
    for (const { signal, end } of [early, late]) {
      expect(await outcomeOf(orAborted(never, signal))).to.equal(reason)
      end()
    }
  })

  it('ends whatever is left when its owner is done', () => {
    const { signal, end } = makeDeadline('http://shop.example/', 10_000, undefined)
    expect(signal.aborted).to.equal(false)
    end()
    expect(signal.aborted).to.equal(true)
  })
})

describe('until', () => {
  const { signal } = new AbortController()

  it('gives what the promise gives', async () => {
    expect(await orAborted(Promise.resolve(1), signal)).to.equal(1)
    const broken = new Error('broken')
    expect(await outcomeOf(orAborted(Promise.reject(broken), signal))).to.equal(broken)
  })
})
