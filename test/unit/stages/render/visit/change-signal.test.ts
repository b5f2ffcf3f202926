import { expect } from 'chai'
import { makeChangeSignal } from '#stages/render/visit/change-signal.ts'

describe('change signal', () => {
  it('resolves all waiting calls, once', async () => {
    const changes = makeChangeSignal()
    const waiting = [changes.next(60_000), changes.next(60_000)]
    changes.notify()
    await Promise.all(waiting)
    let isAwake = false
    const next = changes.next(60_000).then(() => {
      isAwake = true
    })
    await Promise.resolve()
    expect(isAwake).to.equal(false)
    changes.notify()
    await next
  })

  it('resolves without a change when the time is over', async () => {
    await makeChangeSignal().next(1)
  })
})
