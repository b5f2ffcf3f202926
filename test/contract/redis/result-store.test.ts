import { randomUUID } from 'node:crypto'
import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { isUnavailable } from '#shared/errors.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import { breakableProxy } from '#test/contract/breakable-proxy.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { resultStoreContract } from '#test/contract/result-store.ts'
import { ownRedis } from '#test/support/service/services.ts'
import { driveClock } from '#test/unit/driven-clock.ts'

/** Longer than a busy machine keeps an answer waiting. What waits for this time drives the clock. */
const TIMEOUT_MS = 20_000
/** How often an idle subscriber is asked whether it is there. */
const HEARTBEAT_MS = 5000

describe('redisResultStore', () => {
  const redis = ownRedis()
  const logged: unknown[] = []
  const log = {
    info: (...entry: unknown[]) => void logged.push(entry),
    warn: (...entry: unknown[]) => void logged.push(entry),
  }
  const stores: ResultStore[] = []

  function openStore(
    options: { url?: string; keyPrefix?: string; commandTimeoutMs?: number } = {},
  ): ResultStore {
    const { url = redis.env.REDIS_URL ?? '', keyPrefix = 'pageprobe:' } = options
    const { commandTimeoutMs = TIMEOUT_MS } = options
    const store = redisResultStore({ url, keyPrefix, commandTimeoutMs, log })
    stores.push(store)
    return store
  }
  after(() => Promise.all(stores.map((store) => store.close())))

  resultStoreContract(
    'Redis',
    async () => {
      const keyPrefix = `contract-${randomUUID()}*[:`
      return {
        open: () => openStore({ keyPrefix }),
        openElsewhere: () => openStore({ keyPrefix }),
        close: async () => {},
      }
    },
    { wakesOtherProcesses: true },
  )

  /** Starts one call of every kind. */
  function everyCall(store: ResultStore): Promise<unknown>[] {
    return [
      store.get('a:1'),
      store.getMany(['a:1', 'a:2']),
      store.set('a:1', 'x', 60),
      store.claim('a:3', 'x', 60),
      store.delete('a:2'),
      store.increment('n:1', 1, 60),
      store.addMember('set:1', 'x'),
      store.members('set:1'),
      store.entries('a:'),
      store.acquireLease('turn:1', 'a', 1000),
      store.releaseLease('turn:2', 'a', 0),
      store.wake('channel', 'x'),
      store.listen(
        'channel',
        () => {},
        () => {},
      ),
      store.ping(),
    ]
  }

  /** Returns why each is unavailable. */
  async function expectUnavailable(calls: readonly Promise<unknown>[]): Promise<string[]> {
    const errors = await Promise.all(calls.map((call) => rejectionOf(call)))
    expect(errors.map(isUnavailable)).to.deep.equal(calls.map(() => true))
    return errors.map((error) => String((error as Error).cause))
  }

  it('adds its prefix to every key and channel', async () => {
    const plain = new Redis(redis.env.REDIS_URL ?? '')
    const received: string[] = []
    plain.on('message', (channel) => received.push(channel))
    const prefixed = openStore({ keyPrefix: 'mine:' })
    await prefixed.set('a:1', 'x', 60)
    await prefixed.claim('a:2', 'x', 60)
    await prefixed.increment('a:3', 1, 60)
    await prefixed.acquireLease('a:4', 'x', 60_000)
    await prefixed.acquireLease('a:5', 'x', 60_000)
    await prefixed.releaseLease('a:5', 'x', 60_000)
    await prefixed.addMember('a:6', 'x')
    const keys = ['mine:a:1', 'mine:a:2', 'mine:a:3', 'mine:a:4', 'mine:a:5', 'mine:a:6']
    expect((await plain.keys('mine:*')).toSorted()).to.deep.equal(keys)
    await plain.subscribe('mine:channel')
    await prefixed.wake('channel', 'x')
    await eventually(() => received.includes('mine:channel'))
    plain.disconnect()
  })

  it('compresses values of more than 1 KB, and reads those of earlier versions, which are not', async () => {
    const plain = new Redis(redis.env.REDIS_URL ?? '')
    const store = openStore()
    const long = JSON.stringify(Array.from({ length: 500 }, (_, n) => ({ n, title: `Größe ${n}` })))
    await store.set('long:set', long, 60)
    await store.claim('long:claimed', long, 60)
    await store.set('long:short', long.slice(0, 500), 60)
    await plain.set('pageprobe:long:former', long)
    const stored = await Promise.all(
      ['set', 'claimed', 'short', 'former'].map((name) => plain.getBuffer(`pageprobe:long:${name}`)),
    )
    expect(stored.slice(0, 2).map((bytes) => Number(bytes?.length) < long.length / 3)).to.deep.equal([
      true,
      true,
    ])
    expect(stored[2]?.toString()).to.equal(long.slice(0, 500))
    expect(await store.getMany(['long:former', 'long:set'])).to.deep.equal([long, long])
    expect(await store.claim('long:former', 'x', 60)).to.equal(long)
    expect(await store.compareAndSet('long:former', long, 'x', 60)).to.equal(true)
    plain.disconnect()
  })

  it('is unavailable in every call after a SIGKILL of the server, without waiting for an answer, and recovers with it', async () => {
    const store = openStore()
    await store.ping()
    await redis.service.kill()
    const causes = [
      ...(await expectUnavailable(everyCall(store))),
      ...(await expectUnavailable(everyCall(store))),
      ...(await expectUnavailable(everyCall(openStore()))),
    ]
    expect(causes.filter((cause) => cause.includes('no answer'))).to.deep.equal([])
    await redis.service.start()
    await eventually(() => store.ping().then(() => true))
    await Promise.all(everyCall(store))
  })

  /** Calls are gathered for a turn of the event loop, and reads for another. */
  async function sent(): Promise<void> {
    for (let turns = 0; turns < 10; turns++) await turn()
  }

  it('is unavailable after the timeout in every call while the server is suspended, for any number of calls, and recovers', async () => {
    const store = openStore()
    await Promise.all(everyCall(store))
    await redis.service.suspend()
    const clock = driveClock()
    try {
      const calls = [expectUnavailable(everyCall(store))]
      await sent() // The next ones wait behind the pipeline of the first.
      calls.push(expectUnavailable(everyCall(store)), expectUnavailable(everyCall(openStore())))
      await sent()
      await clock.pass(TIMEOUT_MS)
      await Promise.all(calls)
    } finally {
      clock.stop()
      redis.service.resume()
    }
    await eventually(() => store.ping().then(() => true))
    await Promise.all(everyCall(store))
  })

  it('does not resend a command whose reply was lost: a counter never counts it twice', async () => {
    const plain = new Redis(redis.env.REDIS_URL ?? '')
    const proxy = await breakableProxy(redis.service.port)
    const store = openStore({ url: `redis://127.0.0.1:${proxy.port}` })
    await store.ping()
    proxy.break('losing replies')
    expect(isUnavailable(await rejectionOf(store.increment('n:lost', 1, 60)))).to.equal(true)
    proxy.break(null)
    await eventually(() => store.ping().then(() => true))
    expect(await plain.get('pageprobe:n:lost')).to.equal('1')
    expect(await store.increment('n:lost', 1, 60)).to.equal(2)
    plain.disconnect()
    await store.close()
    await proxy.stop()
  })

  it('makes new connections when the old ones are silent, also for an idle subscriber', async () => {
    const proxy = await breakableProxy(redis.service.port)
    mock.timers.enable({ apis: ['setInterval'] })
    try {
      const store = openStore({ url: `redis://127.0.0.1:${proxy.port}`, commandTimeoutMs: 500 })
      let gaps = 0
      const listening = () =>
        store.listen(
          'silent',
          () => {},
          () => gaps++,
        )
      await eventually(() => listening().then(() => true))
      proxy.silenceOpen()
      await eventually(() => store.ping().then(() => true))
      await eventually(() => {
        mock.timers.tick(HEARTBEAT_MS)
        return gaps > 0
      })
      await store.close()
    } finally {
      mock.timers.reset()
      await proxy.stop()
    }
  })

  it('reports the gap to listeners once they receive again', async () => {
    const store = openStore()
    const other = openStore()
    const received: string[] = []
    let gaps = 0
    const countGap = () => {
      gaps++
    }
    await store.listen('gap', (message) => received.push(message), countGap)
    const end = await store.listen('ended', () => {}, countGap)
    await end()
    await redis.service.kill()
    await redis.service.start()
    await eventually(() => gaps > 0)
    await eventually(() => other.wake('gap', 'after').then(() => true))
    await eventually(() => received.includes('after'))
    expect(gaps).to.equal(1)
  })

  it('receives again after only the subscriber lost its connection', async () => {
    const store = openStore()
    let gaps = 0
    await store.listen(
      'cut',
      () => {},
      () => gaps++,
    )
    const plain = new Redis(redis.env.REDIS_URL ?? '')
    await plain.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await eventually(() => gaps === 1)
    expect(await plain.publish('pageprobe:cut', 'x')).to.equal(1)
    plain.disconnect()
  })

  it('does not wait for a server that was never there, and closes', async () => {
    await redis.service.kill()
    const store = openStore()
    await expectUnavailable(everyCall(store))
    await store.close()
    await redis.service.start()
  })

  it('is unavailable with a wrong password, which neither the log nor the error contains', async () => {
    const plain = new Redis(redis.env.REDIS_URL ?? '')
    await plain.config('SET', 'requirepass', 'right-password')
    try {
      const url = `redis://:wrong-password@127.0.0.1:${redis.service.port}`
      const store = openStore({ url })
      const error = await rejectionOf(store.get('a:1'))
      expect(isUnavailable(error)).to.equal(true)
      const shown = inspect([error, logged], { depth: null, showHidden: true })
      expect(shown).to.contain('WRONGPASS')
      expect(shown).to.not.contain('wrong-password')
      await store.close()
    } finally {
      await plain.config('SET', 'requirepass', '')
      plain.disconnect()
    }
  })

  it('is unavailable after it was closed', async () => {
    const store = openStore()
    await store.ping()
    await store.close()
    await expectUnavailable(everyCall(store))
  })
})
