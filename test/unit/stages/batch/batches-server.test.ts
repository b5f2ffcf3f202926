import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { Failure } from '#shared/errors.ts'
import { newBatch } from '#shared/rpc/batches/messages.ts'
import { batchesService } from '#shared/rpc/batches/protocol.ts'
import { startBatchesServer } from '#stages/batch/batches-server.ts'
import { type BatchesScript, emptyBatchesScript, named, someBatch } from '#test/contract/batches.ts'
import { secret, withSecret } from '#test/support/parts-secret.ts'

describe('startBatchesServer', () => {
  const undo: (() => unknown)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step()
  })

  /** A client of a server with this script, and what the server logs. */
  async function start(script: Partial<BatchesScript>) {
    const errors: object[] = []
    const server = await startBatchesServer({
      secret,
      listen: '127.0.0.1:0',
      batches: { ...emptyBatchesScript(), ...script },
      log: { error: (fields) => void errors.push(fields), warn: () => undefined },
    })
    const client = new Client(server.address, credentials.createInsecure(), withSecret)
    undo.push(
      () => server.close(0),
      () => client.close(),
    )
    return { client, errors, server }
  }

  const method = (name: keyof typeof batchesService) =>
    batchesService[name] as (typeof batchesService)[string]

  function pause(client: Client): Promise<ServiceError | null> {
    const { path, requestSerialize, responseDeserialize } = method('Pause')
    return new Promise((resolve) => {
      client.makeUnaryRequest(path, requestSerialize, responseDeserialize, named('x'), resolve)
    })
  }

  /** Sends these messages, then the end unless the call stays open. */
  function submit(client: Client, messages: readonly object[], isEnded = true) {
    const { path, requestSerialize, responseDeserialize } = method('Submit')
    const { promise, resolve } = Promise.withResolvers<ServiceError | null>()
    const call = client.makeClientStreamRequest(path, requestSerialize, responseDeserialize, resolve)
    for (const message of messages) call.write(message)
    if (isEnded) call.end()
    return { call, over: promise }
  }

  it('reports a failure with its own status, and logs nothing', async () => {
    const failure = new Failure('VALIDATION_ERROR', 'not like this')
    const { client, errors } = await start({ pause: () => Promise.reject(failure) })
    const error = await pause(client)
    expect([error?.code, error?.details]).to.deep.equal([status.INVALID_ARGUMENT, 'not like this'])
    expect(errors).to.deep.equal([])
  })

  it('hides an unexpected error, and logs it with the method', async () => {
    const bug = new Error('ENOENT /srv/secret')
    const { client, errors } = await start({ pause: () => Promise.reject(bug) })
    const error = await pause(client)
    expect([error?.code, error?.details]).to.deep.equal([status.INTERNAL, 'The call failed'])
    expect(errors).to.deep.equal([{ err: bug, method: method('Pause').path }])
  })

  it('needs the request in the first message', async () => {
    const { client } = await start({})
    for (const messages of [[], [{ piece: Buffer.from('https://a.example/') }]]) {
      const error = await submit(client, messages).over
      expect(error?.code).to.equal(status.INVALID_ARGUMENT)
      expect(error?.details).to.equal('The first message must contain the request')
    }
  })

  it('breaks the body of an upload that ends without its mark', async () => {
    const bodies: unknown[] = []
    const { client } = await start({
      async submit(_batch, body) {
        const texts: string[] = []
        try {
          for await (const piece of body) texts.push(Buffer.from(piece).toString())
        } catch (error) {
          bodies.push([...texts, (error as Failure).code])
          throw error
        }
        throw new Error('a whole body')
      },
    })
    const batch = newBatch.encode(someBatch)
    const piece = { piece: Buffer.from('https://a.example/') }
    expect((await submit(client, [{ batch }, {}, piece, {}]).over)?.code).to.equal(status.UNAVAILABLE)
    expect(bodies).to.deep.equal([['https://a.example/', 'SERVICE_UNAVAILABLE']])
  })

  it('ends open streams when it closes', async () => {
    const open = Promise.withResolvers<AbortSignal>()
    const { client, server } = await start({
      async submit(_batch, body, signal) {
        open.resolve(signal)
        for await (const _ of body);
        throw new Error('a whole body')
      },
    })
    const batch = newBatch.encode(someBatch)
    const { over } = submit(client, [{ batch }], false)
    const signal = await open.promise
    const closed = server.close(5000)
    expect([signal.aborted, (await over)?.code]).to.deep.equal([true, status.UNAVAILABLE])
    await closed
  })
})
