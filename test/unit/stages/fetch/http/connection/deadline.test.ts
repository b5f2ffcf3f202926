import { expect } from 'chai'
import { abortable } from '#shared/async/timeout.ts'
import { Failure } from '#shared/errors.ts'
import { makeDeadline } from '#stages/fetch/http/connection/deadline.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

const never = new Promise<never>(() => {})
const outcomeOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

describe('makeDeadline', () => {
  it('aborts the work with the failure to report', async () => {
    const { signal } = makeDeadline('http://shop.example/', 10, undefined)
    const outcome = await outcomeOf(abortable(signal, never))
    expect(outcome).to.be.instanceOf(Failure)
    expect(outcome).to.include({ code: 'TIMEOUT' })
    expect((outcome as Failure).details).to.deep.equal({ url: 'http://shop.example/', timeout_ms: 10 })
  })

  it('counts no time in which the process was suspended', async () => {
    const clock = driveClock()
    const { signal } = makeDeadline('http://shop.example/', 500, undefined)
    await clock.suspend(800)
    expect(signal.aborted).to.equal(false)
    await clock.pass(500)
    expect(signal.aborted).to.equal(true)
    clock.stop()
  })

  it("follows the caller's signal, also one that has aborted before", async () => {
    const reason = new Error('drained')
    const callers = new AbortController()
    const early = makeDeadline('http://shop.example/', 10_000, callers.signal)
    callers.abort(reason)
    const late = makeDeadline('http://shop.example/', 10_000, callers.signal)
    for (const { signal, end } of [early, late]) {
      expect(await outcomeOf(abortable(signal, never))).to.equal(reason)
      end()
    }
  })

  it('aborts the remaining work when its owner ends it', () => {
    const { signal, end } = makeDeadline('http://shop.example/', 10_000, undefined)
    expect(signal.aborted).to.equal(false)
    end()
    expect(signal.aborted).to.equal(true)
  })
})

describe('abortable', () => {
  const { signal } = new AbortController()

  it('settles like the promise', async () => {
    expect(await abortable(signal, Promise.resolve(1))).to.equal(1)
    const broken = new Error('broken')
    expect(await outcomeOf(abortable(signal, Promise.reject(broken)))).to.equal(broken)
  })
})
