import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { abortable, withTimeout, withTimeoutOrNull } from '#shared/async/timeout.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const never = new Promise<never>(() => {})
const late = () => new Error('late')

describe('withTimeout', () => {
  it('settles like the step in time', async () => {
    expect(await withTimeout(1000, Promise.resolve(1), late)).to.equal(1)
    expect(await rejectionOf(withTimeout(1000, Promise.reject(new Error('wrong')), late))).to.include({
      message: 'wrong',
    })
  })

  it('rejects after its time, and ignores a later rejection', async () => {
    const step = delay(20).then(() => Promise.reject(new Error('wrong')))
    expect(await rejectionOf(withTimeout(1, step, late))).to.include({ message: 'late' })
    await delay(40)
  })
})

describe('abortable', () => {
  it('settles like the step', async () => {
    expect(await abortable(new AbortController().signal, Promise.resolve(1))).to.equal(1)
  })

  it('rejects with the reason of the signal, aborted before or later', async () => {
    const controller = new AbortController()
    const waiting = rejectionOf(abortable(controller.signal, never))
    controller.abort(new Error('aborted'))
    expect(await waiting).to.include({ message: 'aborted' })
    expect(await rejectionOf(abortable(controller.signal, never))).to.include({ message: 'aborted' })
  })
})

describe('withTimeoutOrNull', () => {
  it('settles like a step that settles in time', async () => {
    expect(await withTimeoutOrNull(delay(5, 'done'), 10_000)).to.equal('done')
    const error = new Error('no')
    expect(await rejectionOf(withTimeoutOrNull(Promise.reject(error), 10_000))).to.equal(error)
  })

  it('resolves with null when the step takes too long, and ignores its later rejection', async () => {
    const step = Promise.withResolvers<string>()
    const began = performance.now()
    expect(await withTimeoutOrNull(step.promise, 20)).to.equal(null)
    expect(performance.now() - began).to.be.within(15, 5000)
    step.reject(new Error('late'))
    await delay(10)
  })
})
