import type { Client, ClientReadableStream, ClientWritableStream } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import type { Batches, BatchStatus, NewBatch, OwnedBatchId, ResultsQuery } from '#shared/ports/batches.ts'
import { batchPage, batchStatus, listRequest, newBatchMessage } from '#shared/rpc/batches/conversion.ts'
import {
  type BatchReply,
  batchesService,
  CHUNK_BYTES,
  type ListReply,
  MAX_MESSAGE_BYTES,
  type ResultsReply,
  type SubmitRequest,
  serviceName,
  type UnaryMethod,
} from '#shared/rpc/batches/protocol.ts'
import { byteChunks } from '#shared/rpc/byte-chunks.ts'
import { type AnyMethod, checkHealth, noMetadata, toCallFailure, unary } from './calls.ts'
import { type ConnectionLog, connections } from './connections.ts'

export interface GrpcBatchesOptions {
  /** `host:port` or `dns:name:port` of the batch part. */
  readonly address: string
  /** Hears when it does not answer. */
  readonly log?: ConnectionLog
}

const SERVICE = 'batches'
/** So that a client hears of an outage within 2 s. Bodies and results take as long as they take. */
const CALL_MS = 1500
const PING_MS = 1000

/**
 * `Batches` over gRPC (`proto/batches.proto`). Connects at the first call; while there is no connection it rejects within
 * 0.5 s. A batch part that falls silent within a stream is given up after some 3 s.
 */
export function grpcBatches({ address, ...options }: GrpcBatchesOptions): Batches {
  const maxMessageBytes = MAX_MESSAGE_BYTES
  const servers = connections({ ...options, addresses: address, service: SERVICE, maxMessageBytes })
  const connected = () => servers.next(Date.now() + CALL_MS)

  async function call<Reply>(method: UnaryMethod, request: object): Promise<Reply> {
    const server = await connected()
    const deadline = Date.now() + CALL_MS
    return unary<Reply>(server, methodOf(method), request, noMetadata, deadline).catch(throwAsFailure)
  }

  async function callNamed(method: UnaryMethod, batch: OwnedBatchId, hosts = 0): Promise<BatchStatus | null> {
    return batchStatus(await call<BatchReply>(method, { ...batch, hosts }))
  }

  return {
    submit: async (batch, body, signal) => submit(await connected(), batch, body, signal),
    results: async (batch, reading) => results(await connected(), batch, reading),
    status: (batch, hosts) => callNamed('GetStatus', batch, hosts),
    list: async (listing) => batchPage(await call<ListReply>('List', listRequest(listing))),
    pause: (batch) => callNamed('Pause', batch),
    resume: (batch) => callNamed('Resume', batch),
    cancel: (batch) => callNamed('Cancel', batch),
    async ping() {
      const deadline = Date.now() + PING_MS
      await checkHealth(servers, serviceName, deadline).catch((cause) => {
        throw unavailable(SERVICE, cause)
      })
    },
    close: () => servers.close(),
  }
}

function methodOf(name: string): AnyMethod {
  return batchesService[name] as AnyMethod
}

function throwAsFailure(error: unknown): never {
  throw toCallFailure(SERVICE, error)
}

/** What goes wrong first decides: with the body, then nothing of it stays; or with the batch part. */
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
    return batchStatus(message) ?? throwAsFailure(new Error('no batch was answered'))
  } finally {
    ended.abort()
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function openSubmit(server: Client) {
  const { path, requestSerialize, responseDeserialize } = methodOf('Submit')
  const replied = Promise.withResolvers<BatchReply>()
  const call = server.makeClientStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    noMetadata,
    {},
    (error, message) => (error === null ? replied.resolve(message as BatchReply) : replied.reject(error)),
  )
  call.on('error', () => undefined) // told by the reply
  return { call, reply: replied.promise.catch(throwAsFailure) }
}

async function send(
  call: ClientWritableStream<unknown>,
  batch: NewBatch,
  body: AsyncIterable<Uint8Array>,
  ended: AbortSignal,
): Promise<void> {
  await write(call, { batch: newBatchMessage(batch) }, ended)
  for await (const bytes of body) {
    for (const piece of byteChunks(bytes, CHUNK_BYTES)) await write(call, { piece }, ended)
  }
  await write(call, { isWhole: true }, ended)
  call.end()
}

/** Resolves when there is room for more, and rejects once the call is over: gRPC takes what is written then and drops it. */
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

async function results(
  server: Client,
  batch: OwnedBatchId,
  { after, isFollowing, signal }: ResultsQuery,
): Promise<AsyncIterable<Uint8Array> | null> {
  const { path, requestSerialize, responseDeserialize } = methodOf('Results')
  const request = { ...batch, after, isFollowing }
  const call = server.makeServerStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    request,
    noMetadata,
    {},
  ) as ClientReadableStream<ResultsReply>
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const replies = call[Symbol.asyncIterator]() as AsyncIterator<ResultsReply>
  const isKnown = await readIsKnown(call, replies)
  return isKnown ? streamLines(call, replies, () => signal.removeEventListener('abort', cancel)) : null
}

/** The first message tells. */
async function readIsKnown(
  call: ClientReadableStream<ResultsReply>,
  replies: AsyncIterator<ResultsReply>,
): Promise<boolean> {
  const timer = setTimeout(() => call.cancel(), CALL_MS)
  try {
    const { value } = await replies.next()
    return (value as ResultsReply | undefined)?.isKnown ?? false
  } catch (error) {
    return throwAsFailure(error)
  } finally {
    clearTimeout(timer)
  }
}

async function* streamLines(
  call: ClientReadableStream<ResultsReply>,
  replies: AsyncIterator<ResultsReply>,
  ended: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await replies.next(); !next.done; next = await replies.next()) yield next.value.lines
  } catch (error) {
    throwAsFailure(error)
  } finally {
    ended()
    call.cancel()
  }
}
