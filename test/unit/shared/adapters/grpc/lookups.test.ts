import { once } from 'node:events'
import { expect } from 'chai'
import { grpcLookups } from '#shared/adapters/grpc/lookups.ts'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure } from '#shared/errors.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { CallContext, LookupHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { startLookupsServer } from '#stages/fetch/lookups/server/lookups-server.ts'
import { rejectionOf } from '#test/contract/eventually.ts'
import { lookupFilesContract } from '#test/contract/lookup-files.ts'
import { lookupImagesContract } from '#test/contract/lookup-images.ts'
import { lookupsContract, type MakeLookups } from '#test/contract/lookups.ts'
import { probeAnswer } from '#test/support/audit/probe-answer.ts'
import { secret } from '#test/support/parts-secret.ts'
import { driveClockInEachTest } from '#test/unit/driven-clock.ts'
import { type HostRelay, hostRelay } from './host-relay.ts'

const maxMessageBytes = 1 << 20
const limits = { maxUrls: 100, maxMessageBytes, maxConcurrent: 1000 }
const budget = { timeoutMs: 1500 }
/** No call of a test waits for this deadline. */
const FAR_MS = 60_000
const client = (addresses: string, maxTimeoutMs = 10_000): Lookups =>
  grpcLookups({ secret, addresses, maxTimeoutMs, maxMessageBytes })

const overLoopback: MakeLookups = async (script) => {
  const handlers: LookupHandlers = {
    checkTarget: (url) => script.checkTarget(url),
    robots: (url, userAgent) => script.robots(url, userAgent),
    probe: (urls) => script.probe(urls),
    describeImage: (url) => script.describeImage(url),
    thumbnail: (url, width) => script.thumbnail(url, width),
    fetchFile: (url, maxBytes) => script.fetchFile(url, maxBytes),
    scanSitemap: (url, lookFor) => script.scanSitemap(url, lookFor),
    listSitemap: (url, give) => script.listSitemap(url, give),
  }
  const server = await startLookupsServer({ secret, listen: '127.0.0.1:0', handlers, limits })
  const lookups = client(server.address)
  const end = async () => {
    lookups.close()
    await server.close(0)
  }
  return { lookups, end }
}

lookupsContract('gRPC over loopback', overLoopback)
lookupFilesContract('gRPC over loopback', overLoopback)
lookupImagesContract('gRPC over loopback', overLoopback)

describe('grpcLookups', () => {
  const clock = driveClockInEachTest()
  const undo: (() => unknown)[] = []

  const never = () => new Promise<never>(() => {})

  async function start(
    mark: number,
    listen = '127.0.0.1:0',
    more: Partial<LookupHandlers> = {},
  ): Promise<GrpcServer> {
    const probe: LookupHandlers['probe'] = async (urls) =>
      urls.map((url) => probeAnswer(url, { status: mark }))
    const mute = {
      checkTarget: never,
      robots: never,
      describeImage: never,
      thumbnail: never,
      fetchFile: never,
      scanSitemap: never,
      listSitemap: never,
    }
    const handlers: LookupHandlers = { ...mute, probe, ...more }
    const server = await startLookupsServer({ secret, listen, handlers, limits })
    undo.push(() => server.close(0))
    return server
  }

  /** A server that answers with `mark`, on a host of its own. */
  async function startHost(
    mark: number,
    ignored = 0,
    more: Partial<LookupHandlers> = {},
  ): Promise<HostRelay> {
    const server = await start(mark, '127.0.0.1:0', more)
    const host = await hostRelay(server.address, ignored)
    undo.push(() => host.kill())
    return host
  }

  function connectTo(addresses: string, maxTimeoutMs?: number): Lookups {
    const lookups = client(addresses, maxTimeoutMs)
    undo.push(() => lookups.close())
    return lookups
  }

  /** Mark of the server that answered. */
  const answeredBy = async (lookups: Lookups) => (await lookups.probe(['u'], budget))[0]?.status
  const failure = (running: Promise<unknown>) => clock.settle(rejectionOf(running)) as Promise<Failure>
  const isAnsweredBy = (lookups: Lookups, wanted: number) =>
    clock.settle(answeredBy(lookups)).then(
      (mark) => mark === wanted,
      () => false,
    )

  /** Marks of the servers that answer the next calls; every call must succeed. */
  async function answerers(lookups: Lookups, calls: number): Promise<Set<unknown>> {
    const seen = new Set<unknown>()
    for (let call = 0; call < calls; call++) seen.add(await answeredBy(lookups))
    return seen
  }

  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  it('passes the deadline and the trace context on', async () => {
    let seen: CallContext | undefined
    const server = await start(1, '127.0.0.1:0', {
      checkTarget: async (_url, context) => {
        seen = context
        return { kind: 'allowed' }
      },
    })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await connectTo(server.address).checkTarget('u', { timeoutMs: 3000, traceparent })
    expect(seen?.deadlineMs).to.be.within(1, 3000)
    expect(seen?.traceparent).to.equal(traceparent)
  })

  it('omits a malformed trace context', async () => {
    let seen: CallContext | undefined
    const server = await start(1, '127.0.0.1:0', {
      checkTarget: async (_url, context) => {
        seen = context
        return { kind: 'allowed' }
      },
    })
    await connectTo(server.address).checkTarget('u', { timeoutMs: 3000, traceparent: 'a\r\nb: c' })
    expect(seen?.traceparent).to.equal(undefined)
  })

  it('sends the lane, interactive by default', async () => {
    const seen: CallContext[] = []
    const server = await start(1, '127.0.0.1:0', {
      checkTarget: async (_url, context) => {
        seen.push(context)
        return { kind: 'allowed' }
      },
    })
    const lookups = connectTo(server.address)
    await lookups.checkTarget('u', budget)
    await lookups.checkTarget('u', { ...budget, lane: 'interactive' })
    await lookups.checkTarget('u', { ...budget, lane: 'batch' })
    expect(seen.map(({ lane }) => lane)).to.deep.equal(['interactive', 'interactive', 'batch'])
  })

  it('reports at once when a host permit will be available', async () => {
    let asked = 0
    const server = await start(1, '127.0.0.1:0', {
      robots: async () => {
        asked += 1
        throw new ThrottledError(1500)
      },
    })
    const lookups = connectTo(server.address)
    const rejection = await rejectionOf(lookups.robots('u', 'FooBot', { ...budget, lane: 'batch' }))
    expect(rejection).to.be.instanceOf(ThrottledError).and.include({ retryAfterMs: 1500 })
    expect(asked).to.equal(1)
  })

  it('caps the deadline whatever the budget says', async () => {
    let seen = Number.POSITIVE_INFINITY
    const server = await start(1, '127.0.0.1:0', {
      checkTarget: async (_url, { deadlineMs }) => {
        seen = deadlineMs
        return { kind: 'allowed' }
      },
    })
    await connectTo(server.address, 700).checkTarget('u', { timeoutMs: Number.POSITIVE_INFINITY })
    expect(seen).to.be.within(1, 700)
  })

  it('aborts the work on the server when the budget is exhausted', async () => {
    const began = Promise.withResolvers<AbortSignal>()
    const server = await start(1, '127.0.0.1:0', {
      describeImage: (_url, { signal }) => {
        began.resolve(signal)
        return never()
      },
    })
    const error = failure(connectTo(server.address).describeImage('u', { timeoutMs: 1000 }))
    const signal = await began.promise
    expect((await error).code).to.equal('SERVICE_UNAVAILABLE')
    if (!signal.aborted) await once(signal, 'abort')
  })

  it('fails a message over the limit, and later calls work', async () => {
    const server = await start(1)
    const lookups = connectTo(server.address)
    expect((await failure(lookups.probe(['x'.repeat(maxMessageBytes)], budget))).code).to.equal(
      'INTERNAL_ERROR',
    )
    expect(await answeredBy(lookups)).to.equal(1)
  })

  it('rejects long before its deadline while no server listens, and works once one does', async () => {
    const { address, close } = await start(1)
    await close(0)
    const lookups = connectTo(address, FAR_MS)
    for (let call = 0; call < 5; call++) {
      const began = clock.now()
      const error = await failure(lookups.probe(['u'], { timeoutMs: FAR_MS }))
      expect(clock.now() - began).to.be.at.most(500)
      expect(error).to.be.instanceOf(Failure)
      expect(error.code).to.equal('SERVICE_UNAVAILABLE')
      expect(error.message).to.not.contain(address)
    }
    expect((await failure(lookups.ping())).code).to.equal('SERVICE_UNAVAILABLE')
    await start(2, address)
    await clock.eventually(() => isAnsweredBy(lookups, 2))
    await lookups.ping()
  })

  it('recovers after its server was killed and restarted', async () => {
    const began = Promise.withResolvers<void>()
    const checkTarget = () => {
      began.resolve()
      return never()
    }
    const host = await startHost(1, 0, { checkTarget })
    const lookups = connectTo(host.address)
    await answeredBy(lookups)
    const working = rejectionOf(lookups.checkTarget('u', { timeoutMs: 10_000 }))
    await began.promise
    await host.kill()
    expect((await working) as Failure).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect((await failure(lookups.probe(['u'], budget))).code).to.equal('SERVICE_UNAVAILABLE')
    await host.restart()
    await clock.eventually(() => isAnsweredBy(lookups, 1))
  })

  it('uses all servers of the list in turn', async () => {
    const servers = await Promise.all([start(1), start(2), start(3)])
    const lookups = connectTo(servers.map(({ address }) => address).join(' , '))
    await clock.eventually(async () => (await answerers(lookups, 3)).size === 3)
    const order = [...(await answerers(lookups, 3))]
    expect(order).to.have.members([1, 2, 3])
  })

  it('accepts a dns: name among addresses', async () => {
    const [one, two] = [await start(1), await start(2)]
    const named = `dns:${two.address.replace('127.0.0.1', 'localhost')}`
    const lookups = connectTo(`${one.address},${named}`)
    await clock.eventually(async () => (await answerers(lookups, 4)).size === 2)
  })

  it('loses no call when one of two servers is killed, and uses it again after its return', async () => {
    const [one, two] = await Promise.all([startHost(1), startHost(2)])
    const lookups = connectTo(`${one.address},${two.address}`)
    await clock.eventually(async () => (await answerers(lookups, 4)).size === 2)
    const calls = (async () => {
      for (let call = 0; call < 50; call++) await answeredBy(lookups)
    })()
    await one.kill()
    await calls
    expect([...(await answerers(lookups, 20))]).to.deep.equal([2])
    await one.restart()
    await clock.eventually(async () => (await answerers(lookups, 4)).has(1))
  })

  it('loses no call when one of two servers is shut down', async () => {
    const [one, two] = await Promise.all([start(1), start(2)])
    const lookups = connectTo(`${one.address},${two.address}`)
    await clock.eventually(async () => (await answerers(lookups, 4)).size === 2)
    const calls = Promise.all(Array.from({ length: 100 }, () => answeredBy(lookups)))
    await one.close(1000)
    await calls
    expect([...(await answerers(lookups, 20))]).to.deep.equal([2])
  })

  it('leaves out a suspended server after a while, and uses it again when it continues', async () => {
    const [one, two] = await Promise.all([startHost(1), startHost(2)])
    const lookups = connectTo(`${one.address},${two.address}`)
    await clock.eventually(async () => (await answerers(lookups, 4)).size === 2)
    one.suspend()
    // It is found out by pings that it does not answer, a second after the last answer and for 2 s.
    let hasLeft = false
    const calls = (async () => {
      for (let answered = 0; answered < 10; answered++)
        await lookups.probe(['u'], { timeoutMs: 200 }).catch(() => {
          answered = 0
        })
      hasLeft = true
    })()
    const began = clock.now()
    await clock.eventually(() => hasLeft)
    await calls
    expect(clock.now() - began).to.be.at.most(5000)
    expect([...(await answerers(lookups, 10))]).to.deep.equal([2])
    one.resume()
    await clock.eventually(async () => (await answerers(lookups, 4)).size === 2)
  })

  it('rejects early while its only server is suspended, and recovers', async () => {
    const host = await startHost(1)
    const lookups = connectTo(host.address, FAR_MS)
    await answeredBy(lookups)
    host.suspend()
    const long = { timeoutMs: FAR_MS }
    for (const mostMs of [5000, 500]) {
      const began = clock.now()
      expect((await failure(lookups.probe(['u'], long))).code).to.equal('SERVICE_UNAVAILABLE')
      expect(clock.now() - began).to.be.at.most(mostMs)
    }
    host.resume()
    await clock.eventually(() => isAnsweredBy(lookups, 1))
  })

  it('reconnects when a connection attempt hangs', async () => {
    const relay = await startHost(7, 1)
    const warned: object[] = []
    const log = { warn: (fields: object) => warned.push(fields) }
    const lookups = grpcLookups({
      secret,
      addresses: relay.address,
      maxTimeoutMs: 5000,
      maxMessageBytes,
      log,
    })
    undo.push(() => lookups.close())
    expect((await failure(lookups.probe(['u'], budget))).code).to.equal('SERVICE_UNAVAILABLE')
    await clock.eventually(() => isAnsweredBy(lookups, 7))
    expect(warned).to.have.length(1)
  })

  it('resolves a ping if the server reports that it is healthy', async () => {
    const [one, two] = await Promise.all([start(1), start(2)])
    const both = connectTo(`${one.address},${two.address}`)
    const first = connectTo(one.address)
    await first.ping()
    one.setServing(false)
    expect((await failure(first.ping())).code).to.equal('SERVICE_UNAVAILABLE')
    await both.ping()
    await two.close(0)
    expect((await failure(both.ping())).code).to.equal('SERVICE_UNAVAILABLE')
    expect((await failure(connectTo('').ping())).code).to.equal('SERVICE_UNAVAILABLE')
    one.setServing(true)
    await both.ping()
    await first.ping()
  })

  it('fails calls after it was closed', async () => {
    const server = await start(1)
    const lookups = connectTo(server.address)
    await answeredBy(lookups)
    lookups.close()
    expect((await failure(lookups.probe(['u'], budget))).code).to.equal('SERVICE_UNAVAILABLE')
    expect((await failure(lookups.ping())).code).to.equal('SERVICE_UNAVAILABLE')
  })
})
