import { once } from 'node:events'
import { Client, type ClientReadableStream, credentials, type ServiceError, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { type AnyMethod, noMetadata, serverStream, unary } from '#shared/adapters/grpc/calls.ts'
import { Failure } from '#shared/errors.ts'
import { batchesService, serviceName } from '#shared/rpc/batches/protocol.ts'
import { startGrpcServer } from '#shared/rpc/server.ts'
import { makeServerCalls, type ServerCalls } from '#shared/rpc/server-calls.ts'
import type { TextReply } from '#shared/rpc/text-stream.ts'
import { eventually, rejectionOf } from '#test/contract/eventually.ts'
import { secret, withSecret } from '#test/support/parts-secret.ts'

const MIB = 1_048_576
const method = (name: string) => batchesService[name] as AnyMethod
const unserved = Object.fromEntries(Object.keys(batchesService).map((name) => [name, () => undefined]))

describe('makeServerCalls', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** A client of a server with these handlers. */
  async function serve(handlers: (calls: ServerCalls) => Record<string, never>) {
    const errors: object[] = []
    const closing = new AbortController()
    const log = { error: (fields: object) => void errors.push(fields) }
    const calls = makeServerCalls({ service: 'texts', closing: closing.signal, log })
    const implementation = { ...unserved, ...handlers(calls) }
    const server = await startGrpcServer({
      secret,
      listen: '127.0.0.1:0',
      services: [{ name: serviceName, definition: batchesService, implementation }],
      maxMessageBytes: MIB,
    })
    const client = new Client(server.address, credentials.createInsecure(), withSecret)
    undo.push(
      () => server.close(0),
      () => client.close(),
    )
    return { client, closing, errors }
  }

  const pause = (client: Client) =>
    rejectionOf(unary(client, method('Pause'), { id: 'b' }, noMetadata, Number.POSITIVE_INFINITY))
  const open = (client: Client) =>
    serverStream<TextReply>(client, method('Pages'), { id: 'b' }, noMetadata, Number.POSITIVE_INFINITY)
  const serveText = (pieces: (signal: AbortSignal) => AsyncIterable<Uint8Array> | null) =>
    serve(({ sender }) => ({ Pages: sender(async (_, signal) => pieces(signal)) as never }))

  async function readAll(stream: ClientReadableStream<TextReply>): Promise<TextReply[]> {
    const replies: TextReply[] = []
    for await (const reply of stream) replies.push(reply)
    return replies
  }

  it('answers with a failure, and logs nothing', async () => {
    const failure = new Failure('NOT_FOUND', 'there is none')
    const { client, errors } = await serve(({ unary: on }) => ({
      Pause: on(() => Promise.reject(failure)) as never,
    }))
    expect(await pause(client)).to.include({ code: status.NOT_FOUND, details: 'there is none' })
    expect(errors).to.deep.equal([])
  })

  it('hides any other error, and logs it', async () => {
    const bug = new Error('ENOENT /srv/secret')
    const { client, errors } = await serve(({ unary: on }) => ({
      Pause: on(() => Promise.reject(bug)) as never,
    }))
    expect(await pause(client)).to.include({ code: status.INTERNAL, details: 'The call failed' })
    expect(errors).to.deep.equal([{ err: bug, method: method('Pause').path }])
  })

  it('sends a text in pieces of up to 64 KiB', async () => {
    async function* pieces() {
      yield Buffer.alloc(100_000, 1)
      yield Buffer.alloc(0)
      yield Buffer.alloc(5, 2)
    }
    const { client } = await serveText(pieces)
    const replies = await readAll(open(client))
    expect(replies.map(({ isKnown }) => isKnown)).to.deep.equal([true, true, true, true])
    expect(replies.map(({ piece }) => piece.length)).to.deep.equal([0, 65_536, 34_464, 5])
  })

  it('says that there is no text', async () => {
    const { client } = await serveText(() => null)
    const replies = await readAll(open(client))
    expect(replies.map(({ isKnown, piece }) => [isKnown, piece.length])).to.deep.equal([[false, 0]])
  })

  it('does not end a text that breaks', async () => {
    async function* pieces() {
      yield Buffer.from('a')
      throw new Failure('TIMEOUT', 'too slow')
    }
    const { client } = await serveText(pieces)
    expect(await rejectionOf(readAll(open(client)))).to.include({ details: 'too slow' })
  })

  it('waits for a slow reader, and stops for one who leaves', async () => {
    let made = 0
    let isStopped = false
    async function* endless() {
      try {
        for (;;) {
          made += MIB
          yield Buffer.alloc(MIB)
        }
      } finally {
        isStopped = true
      }
    }
    const { client } = await serve(({ sender, unary: on }) => ({
      Pages: sender(async () => endless()) as never,
      Pause: on(() => Promise.reject(new Failure('NOT_FOUND', 'there is none'))) as never,
    }))
    const stream = open(client)
    await once(stream, 'readable')
    // It comes to rest, while other calls of the connection are answered: the buffers are full.
    for (let before = -1; made !== before && made < 64 * MIB; ) {
      before = made
      for (let calls = 0; calls < 20; calls++) await pause(client)
    }
    expect(made).to.be.below(64 * MIB)
    expect(isStopped).to.equal(false)
    stream.cancel()
    await eventually(() => isStopped)
  })

  it('ends streams in both directions when it closes', async () => {
    const began = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const untilAborted = async (signal: AbortSignal, at: number) => {
      began[at]?.resolve()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      throw new Error('left')
    }
    const { client, closing, errors } = await serve(({ sender, receiver }) => ({
      Pages: sender((_, signal) => untilAborted(signal, 0)) as never,
      Submit: receiver((_, signal) => untilAborted(signal, 1)) as never,
    }))
    const read = rejectionOf(readAll(open(client)))
    const { path, requestSerialize, responseDeserialize } = method('Submit')
    const submitted = new Promise<ServiceError | null>((resolve) => {
      client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, resolve).write({})
    })
    await Promise.all(began.map(({ promise }) => promise))
    closing.abort()
    for (const error of [await read, await submitted])
      expect(error).to.include({
        code: status.UNAVAILABLE,
        details: 'The service is temporarily unavailable (texts)',
      })
    expect(errors).to.deep.equal([])
  })
})
