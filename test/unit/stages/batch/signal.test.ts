import { expect } from 'chai'
import { makeSignal } from '#stages/batch/signal.ts'

const LONG_MS = 60_000

describe('makeSignal', () => {
  it('wakes who listens to the subject, and nobody else', async () => {
    const signal = makeSignal()
    const [one, other] = [signal.listen('a'), signal.listen('b')]
    const woken: string[] = []
    const waits = [one.next(LONG_MS).then(() => woken.push('a')), other.next(20).then(() => woken.push('b'))]
    signal.wake('a')
    await waits[0]
    expect(woken).to.deep.equal(['a'])
    await waits[1]
  })

  it('misses nothing between two waits', async () => {
    const signal = makeSignal()
    const listener = signal.listen('a')
    signal.wake('a')
    signal.wake('a')
    await listener.next(LONG_MS)
    const again = listener.next(LONG_MS)
    signal.wake('a')
    await again
  })

  it('ends a wait when it is closed', async () => {
    const listener = makeSignal().listen('a')
    const wait = listener.next(LONG_MS)
    listener.close()
    await wait
  })
})
