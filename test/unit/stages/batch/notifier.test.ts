import { expect } from 'chai'
import { makeNotifier } from '#stages/batch/notifier.ts'

const LONG_MS = 60_000

describe('makeNotifier', () => {
  it('notifies the subscribers of the subject, and no others', async () => {
    const signal = makeNotifier()
    const [one, other] = [signal.subscribe('a'), signal.subscribe('b')]
    const woken: string[] = []
    const waits = [one.next(LONG_MS).then(() => woken.push('a')), other.next(20).then(() => woken.push('b'))]
    signal.notify('a')
    await waits[0]
    expect(woken).to.deep.equal(['a'])
    await waits[1]
  })

  it('misses no notification between two waits', async () => {
    const signal = makeNotifier()
    const listener = signal.subscribe('a')
    signal.notify('a')
    signal.notify('a')
    await listener.next(LONG_MS)
    const again = listener.next(LONG_MS)
    signal.notify('a')
    await again
  })

  it('ends a wait when the subscription is closed', async () => {
    const listener = makeNotifier().subscribe('a')
    const wait = listener.next(LONG_MS)
    listener.close()
    await wait
  })
})
