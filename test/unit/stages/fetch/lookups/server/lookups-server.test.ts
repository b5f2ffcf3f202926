import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { service as healthService } from 'grpc-health-check'
import { Failure } from '#shared/errors.ts'
import { lookupsService } from '#shared/rpc/lookups/protocol.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { CallContext, LookupHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { startLookupsServer } from '#stages/fetch/lookups/server/lookups-server.ts'
import { secret, withSecret } from '#test/support/parts-secret.ts'

const limits = { maxUrls: 3, maxMessageBytes: 64 * 1024, maxConcurrent: 2 }
const never = () => new Promise<never>(() => {})
const idle: LookupHandlers = {
  checkTarget: never,
  robots: never,
  probe: never,
  describeImage: never,
  thumbnail: never,
  fetchFile: never,
  scanSitemap: never,
  listSitemap: never,
}

describe('startLookupsServer', () => {
  const servers: GrpcServer[] = []
  const clients: Client[] = []

  async function start(handlers: Partial<LookupHandlers>, log?: { error(fields: object): void }) {
    const options = { secret, listen: '127.0.0.1:0', handlers: { ...idle, ...handlers }, limits }
    const server = await startLookupsServer(
      log === undefined ? options : { ...options, log: { ...log, warn: () => undefined } },
    )
    const client = new Client(server.address, credentials.createInsecure(), withSecret)
    servers.push(server)
    clients.push(client)
    return { server, client }
  }

  function call(
    client: Client,
    method: string,
    request: object,
    { timeoutMs = 60_000, metadata = new Metadata() }: { timeoutMs?: number; metadata?: Metadata } = {},
  ): { reply: Promise<Record<string, unknown>>; cancel: () => void } {
    const definition = (lookupsService[method] ?? healthService[method]) as (typeof lookupsService)[string]
    const deadline = timeoutMs === Infinity ? {} : { deadline: Date.now() + timeoutMs }
    let cancel = () => {}
    const reply = new Promise<Record<string, unknown>>((resolve, reject) => {
      const running = client.makeUnaryRequest(
        definition.path,
        definition.requestSerialize,
        definition.responseDeserialize,
        request,
        metadata,
        deadline,
        (error, answer) => (error === null ? resolve(answer) : reject(error)),
      )
      cancel = () => running.cancel()
    })
    return { reply, cancel: () => cancel() }
  }

  const health = async (client: Client, service: string) =>
    (await call(client, 'Check', { service }).reply).status

  async function refusal(reply: Promise<unknown>): Promise<ServiceError> {
    try {
      await reply
    } catch (error) {
      return error as ServiceError
    }
    throw new Error('the call was answered')
  }

  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    await Promise.all(servers.splice(0).map((server) => server.close(0)))
  })

  it('passes the time left minus the reply margin, the trace and the arguments', async () => {
    let seen: { url: string; userAgent: string; context: CallContext } | undefined
    const { client } = await start({
      robots: async (url, userAgent, context) => {
        seen = { url, userAgent, context }
        throw new Failure('NOT_FOUND', 'no')
      },
    })
    const metadata = new Metadata()
    metadata.set('traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
    const request = { url: 'https://example.com/ü', userAgent: 'Googlebot' }
    await refusal(call(client, 'Robots', request, { timeoutMs: 60_000, metadata }).reply)
    expect(seen?.url).to.equal('https://example.com/ü')
    expect(seen?.userAgent).to.equal('Googlebot')
    expect(seen?.context.traceparent).to.equal('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01')
    expect(seen?.context.deadlineMs).to.be.within(1, 59_500)
    expect(seen?.context.signal.aborted).to.equal(false)
  })

  it('aborts the handler at the deadline and answers DEADLINE_EXCEEDED', async () => {
    let signal: AbortSignal | undefined
    const { client } = await start({
      checkTarget: (_url, context) => {
        signal = context.signal
        return never()
      },
    })
    const error = await refusal(call(client, 'JudgeTarget', { url: 'x' }, { timeoutMs: 100 }).reply)
    expect(error.code).to.equal(status.DEADLINE_EXCEEDED)
    await aborted(signal)
  })

  it('aborts the handler when the caller cancels', async () => {
    const began = deferred<AbortSignal>()
    const { client } = await start({
      probe: (_urls, { signal }) => {
        began.resolve(signal)
        return never()
      },
    })
    const running = call(client, 'Probe', { urls: ['x'] })
    const signal = await began.promise
    running.cancel()
    expect((await refusal(running.reply)).code).to.equal(status.CANCELLED)
    await aborted(signal)
  })

  it('does not abort an answered call', async () => {
    let signal: AbortSignal | undefined
    const { client } = await start({
      checkTarget: async (_url, context) => {
        signal = context.signal
        return { kind: 'allowed' }
      },
    })
    await call(client, 'JudgeTarget', { url: 'x' }).reply
    await call(client, 'Check', { service: '' }).reply
    expect(signal?.aborted).to.equal(false)
  })

  it('refuses a call without a deadline', async () => {
    const { client } = await start({ checkTarget: async () => ({ kind: 'allowed' }) })
    const error = await refusal(call(client, 'JudgeTarget', { url: 'x' }, { timeoutMs: Infinity }).reply)
    expect(error.code).to.equal(status.INVALID_ARGUMENT)
  })

  it('serves further calls after more refusals than its concurrency', async () => {
    const { client } = await start({ checkTarget: async () => ({ kind: 'allowed' }) })
    for (let refused = 0; refused <= limits.maxConcurrent; refused++)
      await refusal(call(client, 'JudgeTarget', { url: 'x' }, { timeoutMs: Infinity }).reply)
    expect(await call(client, 'JudgeTarget', { url: 'x' }).reply).to.have.property('kind', 'ALLOWED')
  })

  it('refuses more URLs than its limit', async () => {
    const { client } = await start({ probe: async () => [] })
    expect(await call(client, 'Probe', { urls: ['a', 'b', 'c'] }).reply).to.have.property('answers')
    const error = await refusal(call(client, 'Probe', { urls: ['a', 'b', 'c', 'd'] }).reply)
    expect(error.code).to.equal(status.INVALID_ARGUMENT)
    expect(error.details).to.contain('3')
  })

  it('refuses a message over its limit and keeps the connection', async () => {
    const { client } = await start({ checkTarget: async () => ({ kind: 'allowed' }) })
    const error = await refusal(call(client, 'JudgeTarget', { url: 'x'.repeat(65 * 1024) }).reply)
    expect(error.code).to.equal(status.RESOURCE_EXHAUSTED)
    expect(await call(client, 'JudgeTarget', { url: 'x' }).reply).to.include({ kind: 'ALLOWED' })
  })

  it('refuses calls beyond its concurrency and accepts the next one once a call has ended', async () => {
    const gate = deferred<{ kind: 'allowed' }>()
    const both = deferred<void>()
    let started = 0
    const { client } = await start({
      checkTarget: () => {
        if (++started === 2) both.resolve()
        return gate.promise
      },
    })
    const working = [1, 2].map(() => call(client, 'JudgeTarget', { url: 'x' }).reply)
    await both.promise
    const error = await refusal(call(client, 'JudgeTarget', { url: 'x' }).reply)
    expect(error.code).to.equal(status.UNAVAILABLE)
    gate.resolve({ kind: 'allowed' })
    await Promise.all(working)
    expect(await call(client, 'JudgeTarget', { url: 'x' }).reply).to.include({ kind: 'ALLOWED' })
  })

  it('hides an error that is not a Failure, and logs it', async () => {
    const logged: object[] = []
    const error = new Error('connect ECONNREFUSED 10.0.0.5:22 at /srv/app.ts')
    const log = { error: (fields: object) => logged.push(fields) }
    const { client } = await start({ checkTarget: () => Promise.reject(error) }, log)
    const received = await refusal(call(client, 'JudgeTarget', { url: 'x' }).reply)
    expect(received.code).to.equal(status.INTERNAL)
    expect(JSON.stringify([received.details, received.metadata.toJSON()])).to.not.match(
      /10\.0\.0\.5|ECONN|srv/,
    )
    expect(logged).to.have.length(1)
    expect(logged[0]).to.include({ err: error })
  })

  it('reports health for the server and for the service, and changes both', async () => {
    const { server, client } = await start({})
    expect(await health(client, '')).to.equal('SERVING')
    expect(await health(client, 'pageprobe.lookups.v1.Lookups')).to.equal('SERVING')
    server.setServing(false)
    expect(await health(client, '')).to.equal('NOT_SERVING')
    expect(await health(client, 'pageprobe.lookups.v1.Lookups')).to.equal('NOT_SERVING')
    server.setServing(true)
    expect(await health(client, '')).to.equal('SERVING')
    expect((await refusal(health(client, 'other'))).code).to.equal(status.NOT_FOUND)
  })

  it('lets running calls finish when it closes', async () => {
    const gate = deferred<{ kind: 'allowed' }>()
    const began = deferred<void>()
    const { server, client } = await start({
      checkTarget: () => {
        began.resolve()
        return gate.promise
      },
    })
    const { reply } = call(client, 'JudgeTarget', { url: 'x' })
    await began.promise
    const closed = server.close(5000)
    gate.resolve({ kind: 'allowed' })
    expect(await reply).to.include({ kind: 'ALLOWED' })
    await closed
  })

  it('aborts running calls after the grace period', async () => {
    const began = deferred<AbortSignal>()
    const { server, client } = await start({
      checkTarget: (_url, { signal }) => {
        began.resolve(signal)
        return never()
      },
    })
    const ended = refusal(call(client, 'JudgeTarget', { url: 'x' }).reply)
    const signal = await began.promise
    await server.close(50)
    await aborted(signal)
    expect((await ended).code).to.be.oneOf([status.UNAVAILABLE, status.CANCELLED])
  })

  it('closes although a client watches its health', async () => {
    const { server, client } = await start({})
    const { path, requestSerialize, responseDeserialize } =
      healthService.Watch as (typeof lookupsService)[string]
    const received: unknown[] = []
    const watch = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, { service: '' })
    watch.on('error', () => {})
    const first = deferred<void>()
    watch.on('data', ({ status }) => {
      received.push(status)
      first.resolve()
    })
    await first.promise
    await server.close(50)
    expect(received).to.deep.equal(['SERVING', 'NOT_SERVING'])
  })

  it('rejects when the port is in use', async () => {
    const { server } = await start({})
    let failed = false
    await startLookupsServer({ secret, listen: server.address, handlers: idle, limits }).catch(() => {
      failed = true
    })
    expect(failed).to.equal(true)
  })
})

function deferred<T>() {
  return Promise.withResolvers<T>()
}

async function aborted(signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) throw new Error('the handler was not called')
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
}
