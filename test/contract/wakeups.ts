import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Wakeups } from '#shared/ports/result-store.ts'
import { eventually } from './eventually.ts'

const noGap = () => {
  throw new Error('a gap was reported, although no connection was lost')
}

/** The wake-ups of the ResultStore contract: two instances of this process, and one as in another process. */
export function wakeupsContract(
  instances: () => [Wakeups, Wakeups, Wakeups],
  features: { readonly wakesOtherProcesses: boolean },
): void {
  describe('wake-ups', () => {
    let one: Wakeups
    let other: Wakeups
    let elsewhere: Wakeups
    let channel: string

    beforeEach(() => {
      ;[one, other, elsewhere] = instances()
      channel = `reply:${randomUUID()}`
    })

    it('reach the listeners of every instance as soon as listening has begun', async () => {
      const received: string[] = []
      await one.listen(channel, (message) => received.push(`one ${message}`), noGap)
      await other.listen(channel, (message) => received.push(`other ${message}`), noGap)
      await other.listen(channel, (message) => received.push(`again ${message}`), noGap)
      await other.wake(channel, 'grüße 😀\0')
      await eventually(() => received.length >= 3)
      expect(received.toSorted()).to.deep.equal(['again grüße 😀\0', 'one grüße 😀\0', 'other grüße 😀\0'])
    })

    if (features.wakesOtherProcesses) {
      it('reach a listener in another process', async () => {
        const received: string[] = []
        await elsewhere.listen(channel, (message) => received.push(message), noGap)
        await one.wake(channel, 'hello')
        await eventually(() => received.length > 0)
        expect(received).to.deep.equal(['hello'])
      })
    }

    it('reach only the listeners of that channel', async () => {
      const received: string[] = []
      await one.listen(`${channel}:a`, (message) => received.push(message), noGap)
      await one.listen(`${channel}:*`, (message) => received.push(message), noGap)
      await other.wake(channel, 'wrong')
      await other.wake(`${channel}:b`, 'wrong')
      await other.wake(`${channel}:a`, 'right')
      await eventually(() => received.length > 0)
      expect(received).to.deep.equal(['right'])
    })

    it('stop for a listener that has ended, and only for it', async () => {
      const ended: string[] = []
      const staying: string[] = []
      const end = await one.listen(channel, (message) => ended.push(message), noGap)
      await one.listen(channel, (message) => staying.push(message), noGap)
      await other.wake(channel, 'first')
      await eventually(() => ended.length + staying.length === 2)
      await end()
      await end()
      await other.wake(channel, 'second')
      await eventually(() => staying.length === 2)
      expect(ended).to.deep.equal(['first'])
    })

    it('never arrive after the listener has ended', async () => {
      const received: string[] = []
      const end = await one.listen(channel, (message) => received.push(message), noGap)
      await other.wake(channel, 'on its way')
      await end()
      const atTheEnd = [...received]
      const later: string[] = []
      await one.listen(channel, (message) => later.push(message), noGap)
      await other.wake(channel, 'after it')
      await eventually(() => later.includes('after it'))
      expect(received).to.deep.equal(atTheEnd)
    })

    it('reach a new listener after the last one has ended, even twice', async () => {
      const received: string[] = []
      const end = await one.listen(channel, () => received.push('old'), noGap)
      await Promise.all([end(), one.listen(channel, () => received.push('new'), noGap)])
      await end()
      await other.wake(channel, 'x')
      await eventually(() => received.length > 0)
      expect(received).to.deep.equal(['new'])
    })

    it('are dropped when nobody listens', () => one.wake(channel, 'x'))

    it('arrive one by one at a listener that is woken often', async () => {
      const received: string[] = []
      await one.listen(channel, (message) => received.push(message), noGap)
      const messages = Array.from({ length: 500 }, (_, index) => String(index))
      await Promise.all(messages.map((message) => other.wake(channel, message)))
      await eventually(() => received.length >= 500)
      expect(received.toSorted()).to.deep.equal(messages.toSorted())
    })
  })
}
