import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'chai'
import { redisWakeups } from '#shared/adapters/redis/wakeups.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** The connection of subscriptions: a test emits what the server sends. */
class Subscriber extends EventEmitter {
  status = 'ready'
  readonly calls: string[] = []
  isBroken = false

  async subscribe(...channels: string[]) {
    this.calls.push(`subscribe ${channels}`)
    if (this.isBroken) throw new Error('the connection is lost')
  }
  async unsubscribe(channel: string) {
    this.calls.push(`unsubscribe ${channel}`)
  }
  disconnect(isReconnecting = false) {
    this.calls.push(isReconnecting ? 'reconnect' : 'disconnect')
  }
}

describe('redisWakeups', () => {
  let subscriber: Subscriber
  let published: string[][]
  let wakeups: ReturnType<typeof redisWakeups>
  let heard: string[]
  beforeEach(() => {
    subscriber = new Subscriber()
    published = []
    heard = []
    wakeups = redisWakeups({
      commands: { publish: async (...args: string[]) => published.push(args) } as never,
      subscriber: subscriber as never,
      send: (command) => command,
      prefix: 'p:',
    })
  })
  afterEach(() => wakeups.stop())

  const listen = (channel: string, name: string) =>
    wakeups.listen(
      channel,
      (message) => void heard.push(`${name}: ${message}`),
      () => void heard.push(`${name} missed some`),
    )

  it('publishes under the prefix, and delivers to the listeners of the channel', async () => {
    await wakeups.wake('c', 'hello')
    expect(published).to.deep.equal([['p:c', 'hello']])
    await listen('c', 'one')
    await listen('c', 'two')
    await listen('d', 'three')
    subscriber.emit('message', 'p:c', 'hello')
    expect(heard).to.deep.equal(['one: hello', 'two: hello'])
  })

  it('unsubscribes with the last listener of a channel, once', async () => {
    const [stopOne, stopTwo] = [await listen('c', 'one'), await listen('c', 'two')]
    await stopOne()
    subscriber.emit('message', 'p:c', 'm')
    expect(heard).to.deep.equal(['two: m'])
    expect(subscriber.calls).not.to.include('unsubscribe p:c')
    await stopTwo()
    await stopTwo()
    expect(subscriber.calls.filter((call) => call === 'unsubscribe p:c')).to.have.length(1)
  })

  it('subscribes a new connection to all channels before it reports the gap', async () => {
    await listen('c', 'one')
    await listen('d', 'two')
    subscriber.calls.length = 0
    subscriber.emit('ready')
    expect(heard, 'before the server has confirmed').to.deep.equal([])
    await turn()
    expect(subscriber.calls).to.deep.equal(['subscribe p:c,p:d'])
    expect(heard).to.deep.equal(['one missed some', 'two missed some'])
  })

  it('connects once more when a new connection cannot be subscribed', async () => {
    await listen('c', 'one')
    subscriber.isBroken = true
    subscriber.emit('ready')
    await turn()
    expect(subscriber.calls.at(-1)).to.equal('reconnect')
    expect(heard).to.deep.equal([])
  })

  it('forgets a listener whose subscription failed', async () => {
    subscriber.isBroken = true
    expect(await rejectionOf(listen('c', 'one'))).to.be.instanceOf(Error)
    subscriber.isBroken = false
    subscriber.emit('ready')
    await turn()
    expect(subscriber.calls).to.deep.equal(['subscribe p:c'])
    expect(heard).to.deep.equal([])
  })
})
