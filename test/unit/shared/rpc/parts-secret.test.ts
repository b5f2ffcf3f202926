import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { service as healthService } from 'grpc-health-check'
import { grpcBatches } from '#shared/adapters/grpc/batches.ts'
import { type AnyMethod, noMetadata, serverStream, unary } from '#shared/adapters/grpc/calls.ts'
import { batchesService, serviceName } from '#shared/rpc/batches/protocol.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import { rejectionOf } from '#test/contract/eventually.ts'

const SECRET = 'kept-by-all-parts'
const NO_LIMIT = Number.POSITIVE_INFINITY
const method = (name: string) => batchesService[name] as AnyMethod
const bearer = (text: string) => {
  const metadata = new Metadata()
  metadata.set('authorization', text)
  return metadata
}
/** By RFC 6750, section 2.1, `Bearer <token>` is the one right form. */
const wrong = {
  absent: noMetadata,
  'another secret': bearer('Bearer kept-by-nobody'),
  'a beginning of the secret': bearer('Bearer kept-by-all'),
  'the secret and more': bearer(`Bearer ${SECRET}x`),
  'no bearer token': bearer(SECRET),
  empty: bearer(''),
}

describe('the secret of the parts', () => {
  /** What came through: messages that were decoded, calls that were handled, and what handlers could read of the metadata. */
  let seen: unknown[]
  let lines: { readonly fields: object; readonly message: string }[]
  let server: GrpcServer
  let client: Client
  let current: string
  const secret: PartsSecret = { current: () => current }
  const log = { warn: (fields: object, message: string) => void lines.push({ fields, message }) }

  beforeEach(async () => {
    ;[seen, lines, current] = [[], [], SECRET]
    const definition = Object.fromEntries(
      Object.entries(batchesService).map(([name, one]) => {
        const requestDeserialize = (bytes: Buffer) => {
          seen.push(`decoded ${name}`)
          return one.requestDeserialize(bytes)
        }
        return [name, { ...one, requestDeserialize }]
      }),
    )
    const answer = (call: { metadata: Metadata }, reply: (error: null, message: object) => void) => {
      seen.push(call.metadata.getMap())
      reply(null, { batch: null })
    }
    const stream = (call: { metadata: Metadata; end(): void }) => {
      seen.push(call.metadata.getMap())
      call.end()
    }
    const handlers = { Pause: answer, Submit: answer, Results: stream }
    const unserved = Object.fromEntries(Object.keys(batchesService).map((name) => [name, () => undefined]))
    server = await startGrpcServer({
      listen: '127.0.0.1:0',
      services: [{ name: serviceName, definition, implementation: { ...unserved, ...handlers } as never }],
      maxMessageBytes: 1_000_000,
      secret,
      log,
    })
    client = new Client(server.address, credentials.createInsecure())
  })
  afterEach(async () => {
    client.close()
    await server.close(0)
  })

  /** A call of each kind. */
  const kinds: Record<string, (metadata: Metadata) => Promise<unknown>> = {
    unary: (metadata) => unary(client, method('Pause'), { id: 'b' }, metadata, NO_LIMIT),
    'server-streaming': (metadata) =>
      serverStream(client, method('Results'), { id: 'b' }, metadata, NO_LIMIT).toArray(),
    'client-streaming': (metadata) =>
      new Promise((resolve, reject) => {
        const { path, requestSerialize, responseDeserialize } = method('Submit')
        const call = client.makeClientStreamRequest(
          path,
          requestSerialize,
          responseDeserialize,
          metadata,
          (error, reply) => (error === null ? resolve(reply) : reject(error)),
        )
        call.on('error', () => undefined)
        call.write({ piece: Buffer.alloc(100_000) })
        call.end()
      }),
  }

  for (const [kind, call] of Object.entries(kinds)) {
    it(`lets a ${kind} call through that has it, and hides it from the handler`, async () => {
      await call(bearer(`Bearer ${SECRET}`))
      expect(seen.some((one) => typeof one === 'object')).to.equal(true)
      expect(JSON.stringify(seen)).not.to.include(SECRET)
      expect(lines).to.deep.equal([])
    })

    for (const [what, metadata] of Object.entries(wrong)) {
      it(`refuses a ${kind} call before its message is decoded: ${what}`, async () => {
        const error = (await rejectionOf(call(metadata))) as ServiceError
        expect(error.code).to.equal(status.UNAUTHENTICATED)
        expect(error.details).to.include('PARTS_SECRET').and.not.to.include(SECRET)
        expect(seen).to.deep.equal([])
      })
    }
  }

  const check = (metadata: Metadata) =>
    unary<{ status: string }>(client, healthService.Check as AnyMethod, { service: '' }, metadata, NO_LIMIT)

  it('is not needed for the health service, which refuses a wrong one', async () => {
    expect(await check(noMetadata)).to.deep.equal({ status: 'SERVING' })
    expect(await check(bearer(`Bearer ${SECRET}`))).to.deep.equal({ status: 'SERVING' })
    const error = (await rejectionOf(check(bearer('Bearer other')))) as ServiceError
    expect(error.code).to.equal(status.UNAUTHENTICATED)
  })

  it('may change while the server runs', async () => {
    current = 'the-next-one'
    await kinds.unary?.(bearer('Bearer the-next-one'))
    const error = (await rejectionOf(
      kinds.unary?.(bearer(`Bearer ${SECRET}`)) as Promise<unknown>,
    )) as ServiceError
    expect(error.code).to.equal(status.UNAUTHENTICATED)
  })

  it('is named as the setting, and never shown, by both sides of a refused call; many of them are one line each', async () => {
    const other = { current: () => 'of-another-installation' }
    const batches = grpcBatches({ address: server.address, secret: other, log })
    const named = { id: 'b', owner: 'o' }
    const failures = [
      await rejectionOf(batches.status(named)),
      await rejectionOf(batches.pause(named)),
      await rejectionOf(batches.ping()),
    ]
    batches.close()
    for (const failure of failures) expect(failure).to.have.property('code', 'SERVICE_UNAVAILABLE')
    expect((failures[0] as Error).cause)
      .to.have.property('message')
      .that.includes('PARTS_SECRET')
    expect(lines.map(({ message }) => /PARTS_SECRET/.test(message))).to.deep.equal([true, true])
    expect(lines.map(({ fields }) => Object.keys(fields).join())).to.have.members(['address', 'method,peer'])
    const told = JSON.stringify(lines) + failures.map((one) => String((one as Error).cause)).join()
    expect(told).not.to.match(/kept-by-all-parts|of-another-installation/)
  })

  it('is sent with every call of a client that has it', async () => {
    const batches = grpcBatches({ address: server.address, secret, log })
    expect(await batches.pause({ id: 'b', owner: 'o' })).to.equal(null)
    await batches.ping()
    const signal = new AbortController().signal
    // The server ends the stream without a message: there is no such batch.
    expect(await batches.results({ id: 'b', owner: 'o' }, { after: 0, isFollowing: false, signal })).to.equal(
      null,
    )
    batches.close()
    expect(lines).to.deep.equal([])
  })
})
