import type { Client, ClientWritableStream } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import type { Batches, BatchStatus, NewBatch, OwnedBatchId } from '#shared/ports/batches.ts'
import { batchListing, batchPage, batchReply, newBatch } from '#shared/rpc/batches/messages.ts'
import {
  batchesService,
  MAX_MESSAGE_BYTES,
  type SubmitRequest,
  serviceName,
  type UnaryMethod,
} from '#shared/rpc/batches/protocol.ts'
import type { Codec } from '#shared/rpc/codec.ts'
import type { PartsSecret } from '#shared/rpc/parts-secret.ts'
import { byteChunks, CHUNK_BYTES } from '#shared/rpc/text-stream.ts'
import { type AnyMethod, checkHealth, noMetadata, toCallFailure, unary } from './calls.ts'
import { type ConnectionLog, connections } from './connections.ts'
import { readText, siteReader } from './text-streams.ts'

export interface GrpcBatchesOptions {
  /** `host:port` or `dns:name:port` of the batch component. */
  readonly address: string
  readonly secret: PartsSecret
  /** Gets a warning when the batch component does not answer, or refuses the secret. */
  readonly log?: ConnectionLog
}

const SERVICE = 'batches'
/**
 * Limit of a call, so that a client learns of an outage within 2 s. Uploads and result streams have no limit.
 */
const CALL_MS = 1500
const PING_MS = 1000

const sitesOf = siteReader(SERVICE, batchesService, CALL_MS)

/**
 * `Batches` over gRPC (`proto/batches.proto`). Connects at the first call. Rejects within 0.5 s while there
 * is no connection. Gives up a batch component that falls silent during a stream after about 3 s.
 */
export function grpcBatches({ address, ...options }: GrpcBatchesOptions): Batches {
  const maxMessageBytes = MAX_MESSAGE_BYTES
  const servers = connections({ ...options, addresses: address, service: SERVICE, maxMessageBytes })
  const connected = () => servers.next(Date.now() + CALL_MS)

  async function call<T>(method: UnaryMethod, request: unknown, reply: Codec<T>): Promise<T> {
    const server = await connected()
    const deadline = Date.now() + CALL_MS
    const message = await unary(server, methodOf(method), request, noMetadata, deadline).catch(throwAsFailure)
    return reply.decode(message)
  }

  const callNamed = (method: UnaryMethod, batch: OwnedBatchId, hosts = 0) =>
    call(method, { ...batch, hosts }, batchReply)

  return {
    submit: async (batch, body, signal) => submit(await connected(), batch, body, signal),
    results: async (batch, { after, isFollowing, signal }) =>
      readText(await connected(), {
        ...{ service: SERVICE, method: methodOf('Results'), signal, firstMs: CALL_MS },
        request: { ...batch, after, isFollowing },
      }),
    report: async (...asked) => sitesOf(await connected()).report(...asked),
    pages: async (...asked) => sitesOf(await connected()).pages(...asked),
    status: (batch, hosts) => callNamed('GetStatus', batch, hosts),
    list: (listing) => call('List', batchListing.encode(listing), batchPage),
    pause: (batch) => callNamed('Pause', batch),
    resume: (batch) => callNamed('Resume', batch),
    cancel: (batch) => callNamed('Cancel', batch),
    ping: () => checkHealth(servers, SERVICE, serviceName, Date.now() + PING_MS),
    close: () => servers.close(),
  }
}

function methodOf(name: string): AnyMethod {
  return batchesService[name] as AnyMethod
}

function throwAsFailure(error: unknown): never {
  throw toCallFailure(SERVICE, error)
}

/**
 * Uploads a batch. The first failure decides: of the body, in which case nothing of the batch is kept, or of
 * the batch component.
 */
async function submit(
  server: Client,
  batch: NewBatch,
  body: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  const { call, reply } = openSubmit(server)
  const ended = new AbortController()
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel)
  try {
    if (signal.aborted) cancel()
    const [message] = await Promise.all([reply, send(call, batch, body, ended.signal)])
    return batchReply.decode(message) ?? throwAsFailure(new Error('the response has no batch'))
  } finally {
    ended.abort()
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function openSubmit(server: Client) {
  const { path, requestSerialize, responseDeserialize } = methodOf('Submit')
  const replied = Promise.withResolvers<unknown>()
  const call = server.makeClientStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    noMetadata,
    {},
    (error, message) => (error === null ? replied.resolve(message) : replied.reject(error)),
  )
  call.on('error', () => undefined) // The reply rejects with this error.
  return { call, reply: replied.promise.catch(throwAsFailure) }
}

async function send(
  call: ClientWritableStream<unknown>,
  batch: NewBatch,
  body: AsyncIterable<Uint8Array>,
  ended: AbortSignal,
): Promise<void> {
  await write(call, { batch: newBatch.encode(batch) }, ended)
  for await (const bytes of body) {
    for (const piece of byteChunks(bytes, CHUNK_BYTES)) await write(call, { piece }, ended)
  }
  await write(call, { isWhole: true }, ended)
  call.end()
}

/**
 * Writes a message; resolves when the call accepts more. Rejects once the call has ended: gRPC silently drops
 * messages written after that.
 */
function write(
  call: ClientWritableStream<unknown>,
  message: SubmitRequest,
  ended: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(unavailable(SERVICE))
    if (ended.aborted) return abort()
    ended.addEventListener('abort', abort, { once: true })
    call.write(message, () => {
      ended.removeEventListener('abort', abort)
      resolve()
    })
  })
}
