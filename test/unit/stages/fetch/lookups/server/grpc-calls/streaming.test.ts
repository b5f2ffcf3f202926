import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import type { SitemapPage } from '#shared/ports/lookups.ts'
import { lookupsService } from '#shared/rpc/lookups/protocol.ts'
import type { GrpcServer } from '#shared/rpc/server.ts'
import type { CallContext, LookupHandlers } from '#stages/fetch/lookups/lookup-handlers.ts'
import { startLookupsServer } from '#stages/fetch/lookups/server/lookups-server.ts'
import { eventually } from '#test/contract/eventually.ts'
import { secret, withSecret } from '#test/support/parts-secret.ts'

const never = () => new Promise<never>(() => {})
const idle: Omit<LookupHandlers, 'listSitemap'> = {
  checkTarget: never,
  robots: never,
  probe: never,
  describeImage: never,
  thumbnail: never,
  fetchFile: never,
  scanSitemap: never,
}
const end = {
  status: 200,
  error: null,
  kind: 'text',
  fault: null,
  bytes: 1,
  entries: 1,
  isCut: false,
} as const

describe('streamingCalls', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const one of undo.splice(0).reverse()) await one()
  })

  async function start(listSitemap: LookupHandlers['listSitemap'], errors: object[] = []) {
    const options = {
      listen: '127.0.0.1:0',
      handlers: { ...idle, listSitemap },
      limits: { maxUrls: 3, maxMessageBytes: 1 << 20, maxConcurrent: 2 },
      secret,
      log: { error: (fields: object) => void errors.push(fields), warn: () => undefined },
    }
    const server: GrpcServer = await startLookupsServer(options)
    const client = new Client(server.address, credentials.createInsecure(), withSecret)
    undo.push(
      () => server.close(0),
      () => client.close(),
    )
    return client
  }

  function list(client: Client, timeoutMs = 60_000) {
    const method = lookupsService.ListSitemap as (typeof lookupsService)[string]
    const { path, requestSerialize, responseDeserialize } = method
    const options = timeoutMs === Infinity ? {} : { deadline: Date.now() + timeoutMs }
    const call = client.makeServerStreamRequest(
      path,
      requestSerialize,
      responseDeserialize,
      { url: 'u' },
      new Metadata(),
      options,
    )
    const replies: SitemapPage[] = []
    const over = new Promise<ServiceError | null>((resolve) => {
      call.on('data', (reply) => replies.push(reply))
      call.on('end', () => resolve(null))
      call.on('error', (error) => resolve(error as ServiceError))
    })
    return { call, replies, over }
  }

  it('sends each part when it is available', async () => {
    const gate = Promise.withResolvers<void>()
    const client = await start(async (_url, give) => {
      give({ pages: ['https://a/'], sitemaps: [] })
      await gate.promise
      return end
    })
    const { replies, over } = list(client)
    await eventually(() => replies.length === 1)
    gate.resolve()
    expect(await over).to.equal(null)
    expect(replies.map(({ pages }) => pages)).to.deep.equal([['https://a/'], []])
    expect(replies.map((reply) => reply.end?.kind ?? null)).to.deep.equal([null, 'TEXT'])
  })

  it('needs a deadline', async () => {
    const client = await start(async () => end)
    expect((await list(client, Infinity).over)?.code).to.equal(status.INVALID_ARGUMENT)
  })

  it('refuses more than 16 calls at a time, until one has ended', async () => {
    const gate = Promise.withResolvers<typeof end>()
    let started = 0
    const client = await start(() => {
      started += 1
      return gate.promise
    })
    const working = Array.from({ length: 16 }, () => list(client).over)
    await eventually(() => started === 16)
    expect((await list(client).over)?.code).to.equal(status.UNAVAILABLE)
    gate.resolve(end)
    expect(new Set(await Promise.all(working))).to.deep.equal(new Set([null]))
    expect(await list(client).over).to.equal(null)
  })

  it('ends when the caller leaves, and sends nothing after that', async () => {
    const seen = Promise.withResolvers<CallContext>()
    const errors: object[] = []
    const client = await start(async (_url, give, context) => {
      seen.resolve(context)
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
      give({ pages: ['https://a/'], sitemaps: [] })
      throw new Error('aborted')
    }, errors)
    const { call, over } = list(client)
    const { signal } = await seen.promise
    call.cancel()
    expect((await over)?.code).to.equal(status.CANCELLED)
    await eventually(() => signal.aborted)
    expect(errors).to.deep.equal([])
  })

  it('hides an unexpected error, and logs it', async () => {
    const errors: object[] = []
    const client = await start(() => Promise.reject(new Error('ECONNREFUSED 10.0.0.5:22')), errors)
    const received = await list(client).over
    expect(received?.code).to.equal(status.INTERNAL)
    expect(received?.details).to.not.contain('10.0.0.5')
    expect(errors).to.have.length(1)
  })
})
