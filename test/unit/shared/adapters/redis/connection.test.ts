import { mock } from 'node:test'
import { expect } from 'chai'
import { Cluster, type Redis } from 'ioredis'
import { connectRedis, connectSubscriber, withCommandTimeout } from '#shared/adapters/redis/connection.ts'
import { Failure } from '#shared/errors.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

/** Connections are made at the first command: none of these tests needs a server. */
describe('connectRedis', () => {
  const open = new Set<{ disconnect(): void }>()
  afterEach(() => {
    for (const one of open) one.disconnect()
    open.clear()
  })
  const kept = <T extends { disconnect(): void }>(one: T): T => {
    open.add(one)
    return one
  }
  const connect = (url: string, more = {}) =>
    kept(connectRedis({ url, commandTimeoutMs: 800, ...more }) as Redis)
  const subscribe = (url: string) => kept(connectSubscriber({ url, commandTimeoutMs: 800 }))

  it('tries again after 50, 100, 200, 400, 400 … ms, endlessly', () => {
    const { retryStrategy } = connect('redis://h').options
    const delays = [1, 2, 3, 4, 5, 1000].map((attempt) => retryStrategy?.(attempt))
    expect(delays).to.deep.equal([50, 100, 200, 400, 400, 400])
  })

  it('repeats no command, and connects again after a failover', () => {
    const { maxRetriesPerRequest, reconnectOnError } = connect('redis://h').options
    expect(maxRetriesPerRequest).to.equal(0)
    expect(reconnectOnError?.(new Error("READONLY You can't write against a read only replica."))).to.equal(
      true,
    )
    expect(reconnectOnError?.(new Error('WRONGTYPE'))).to.equal(false)
  })

  it('finds the primary through sentinels, with their own password', () => {
    const { options } = connect('redis+sentinel://u:p@a:1,b:2/main/3', { sentinelPassword: 'own' })
    expect(options).to.include({ name: 'main', username: 'u', password: 'p', sentinelPassword: 'own', db: 3 })
    expect(options.sentinels).to.deep.equal([
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ])
    expect(options).not.to.have.property('sentinelTLS')
  })

  it('subscribes at any node of a Cluster, at the next one after a failure', () => {
    const { options } = subscribe('redis+cluster://a:1,b:2')
    expect(options).to.include({ host: 'a', port: 1 })
    options.retryStrategy?.(1)
    expect(options).to.include({ host: 'b', port: 2 })
    options.retryStrategy?.(2)
    expect(options).to.include({ host: 'a', port: 1 })
  })

  it('rejects commands at once while no node of a Cluster can be reached, after it was reached once', async () => {
    const cluster = connect('redis+cluster://a:1') as unknown as Cluster
    expect(cluster).to.be.instanceOf(Cluster)
    cluster.status = 'ready'
    const sent = mock.method(Cluster.prototype, 'sendCommand', () => Promise.resolve('sent'))
    try {
      expect(await cluster.get('k')).to.equal('sent')
      cluster.status = 'reconnecting'
      expect(await rejectionOf(cluster.get('k'))).to.be.instanceOf(Error)
      expect(sent.mock.callCount()).to.equal(1)
    } finally {
      sent.mock.restore()
    }
  })

  it('asks for the slots of a Cluster every 5 s while it is connected, and no more after its end', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const asked = mock.method(Cluster.prototype, 'refreshSlotsCache', () => undefined)
    try {
      const cluster = connect('redis+cluster://a:1') as unknown as Cluster
      mock.timers.tick(5000)
      expect(asked.mock.callCount(), 'before it is connected').to.equal(0)
      cluster.status = 'ready'
      mock.timers.tick(10_000)
      expect(asked.mock.callCount()).to.equal(2)
      cluster.emit('end')
      mock.timers.tick(10_000)
      expect(asked.mock.callCount()).to.equal(2)
    } finally {
      asked.mock.restore()
      mock.timers.reset()
    }
  })

  it('logs once when the connection is lost, and once when it is back', () => {
    const lines: unknown[] = []
    const log = {
      info: (_details: object, message: string) => void lines.push(message),
      warn: (details: object, message: string) => void lines.push([message, details]),
    }
    const redis = connect('redis://h', { log })
    const lost = Object.assign(new Error('refused'), { command: { name: 'auth', args: ['secret'] } })
    for (const event of ['ready', 'error', 'error', 'ready', 'ready']) redis.emit(event, lost)
    expect(lines).to.deep.equal([['Redis is unavailable', { reason: 'refused' }], 'Redis is available again'])
  })
})

describe('withCommandTimeout', () => {
  it('hides the arguments of a failed command, such as a password', async () => {
    const failed = Object.assign(new Error('WRONGPASS'), { command: { args: ['secret'] } })
    const failure = (await rejectionOf(withCommandTimeout(Promise.reject(failed), 100))) as Failure
    expect(failure).to.be.instanceOf(Failure).with.property('code', 'SERVICE_UNAVAILABLE')
    expect(failure.cause).to.have.property('message', 'WRONGPASS')
    expect(JSON.stringify(failure.cause)).not.to.include('secret')
  })

  it('reports the code of an error without a message', async () => {
    const failed = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
    const failure = (await rejectionOf(withCommandTimeout(Promise.reject(failed), 100))) as Failure
    expect(failure.cause).to.have.property('message', 'ECONNREFUSED')
  })

  it('rejects when the time is over', async () => {
    mock.timers.enable({ apis: ['setTimeout'] })
    const limited = withCommandTimeout(new Promise(() => {}), 800).catch((error: Failure) => error)
    mock.timers.tick(800)
    mock.timers.reset()
    expect(await limited).to.have.property('code', 'SERVICE_UNAVAILABLE')
  })
})
