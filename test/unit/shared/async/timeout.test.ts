import { expect } from 'chai'
import { abortable, withTimeout, withTimeoutOrNull } from '#shared/async/timeout.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'

const never = new Promise<never>(() => {})
const late = () => new Error('late')

/** What the promise has come to by now. */
function outcomeOf(promise: Promise<unknown>) {
  const outcome: unknown[] = []
  const note = (result: unknown) => void outcome.push(result)
  promise.then(note, note)
  return outcome
}

describe('withTimeout', () => {
  const clock = driveClockInEachTest()

  it('settles like the step in time', async () => {
    expect(await withTimeout(1000, Promise.resolve(1), late)).to.equal(1)
    expect(await rejectionOf(withTimeout(1000, Promise.reject(new Error('wrong')), late))).to.include({
      message: 'wrong',
    })
  })

  it('rejects after its time, not before, and ignores a later rejection', async () => {
    const step = Promise.withResolvers<never>()
    const outcome = outcomeOf(withTimeout(1000, step.promise, late))
    await clock.pass(999)
    expect(outcome).to.deep.equal([])
    await clock.pass(1)
    expect(outcome).to.deep.equal([late()])
    step.reject(new Error('wrong'))
    await clock.pass(1)
  })

  it('names its time where nothing else is asked for', async () => {
    expect(await clock.run(rejectionOf(withTimeout(1000, never)))).to.include({
      message: 'No answer within 1000 ms',
    })
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
  const clock = driveClockInEachTest()

  it('settles like a step that settles in time', async () => {
    expect(await withTimeoutOrNull(Promise.resolve('done'), 10_000)).to.equal('done')
    const error = new Error('no')
    expect(await rejectionOf(withTimeoutOrNull(Promise.reject(error), 10_000))).to.equal(error)
  })

  it('resolves with null when the step takes too long, and ignores its later rejection', async () => {
    const step = Promise.withResolvers<string>()
    const outcome = outcomeOf(withTimeoutOrNull(step.promise, 20))
    await clock.pass(19)
    expect(outcome).to.deep.equal([])
    await clock.pass(1)
    expect(outcome).to.deep.equal([null])
    step.reject(new Error('late'))
    await clock.pass(1)
  })
})
