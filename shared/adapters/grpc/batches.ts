import type { Client, ClientReadableStream, ClientWritableStream } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import type { Batches, BatchStatus, NewBatch, OwnedBatchId } from '#shared/ports/batches.ts'
import { batchListing, batchPage, batchReply, newBatch } from '#shared/rpc/batches/messages.ts'
import {
  batchesService,
  byteChunks,
  CHUNK_BYTES,
  MAX_MESSAGE_BYTES,
  type SubmitRequest,
  serviceName,
  type TextReply,
  type UnaryMethod,
} from '#shared/rpc/batches/protocol.ts'
import type { Codec } from '#shared/rpc/codec.ts'
import { type AnyMethod, checkHealth, noMetadata, serverStream, toCallFailure, unary } from './calls.ts'
import { type ConnectionLog, connections } from './connections.ts'

export interface GrpcBatchesOptions {
  /** `host:port` or `dns:name:port` of the batch component. */
  readonly address: string
  /** Gets a warning when the batch component does not answer. */
  readonly log?: ConnectionLog
}

const SERVICE = 'batches'
/**
 * Limit of a call, so that a client learns of an outage within 2 s. Uploads and result streams have no limit.
 */
const CALL_MS = 1500
const PING_MS = 1000
/** A report is made before its first byte, of a large site within this time. */
const REPORT_MS = 120_000
const NO_DEADLINE = Number.POSITIVE_INFINITY

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
      readText(await connected(), 'Results', { ...batch, after, isFollowing }, signal),
    report: async (batch, { compare, signal }) =>
      wholeText(
        await readText(await connected(), 'Report', { ...batch, compare: compare ?? '' }, signal, REPORT_MS),
      ),
    pages: async (batch, { after, limit, signal }) =>
      readText(await connected(), 'Pages', { ...batch, after, ...(limit !== null && { limit }) }, signal),
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

/** Opens a stream of text; null when the batch does not exist. Its first message comes within `firstMs`. */
async function readText(
  server: Client,
  method: 'Results' | 'Report' | 'Pages',
  request: object,
  signal: AbortSignal,
  firstMs = CALL_MS,
): Promise<AsyncIterable<Uint8Array> | null> {
  const call = serverStream<TextReply>(server, methodOf(method), request, noMetadata, NO_DEADLINE)
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const replies = call[Symbol.asyncIterator]() as AsyncIterator<TextReply>
  const exists = await batchExists(call, replies, firstMs)
  return exists ? streamPieces(call, replies, () => signal.removeEventListener('abort', cancel)) : null
}

async function wholeText(pieces: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (pieces === null) return null
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

/** Whether the batch exists, as the first message says. */
async function batchExists(
  call: ClientReadableStream<TextReply>,
  replies: AsyncIterator<TextReply>,
  limitMs: number,
): Promise<boolean> {
  const timer = setTimeout(() => call.cancel(), limitMs)
  try {
    const { value } = await replies.next()
    return (value as TextReply | undefined)?.isKnown ?? false
  } catch (error) {
    return throwAsFailure(error)
  } finally {
    clearTimeout(timer)
  }
}

async function* streamPieces(
  call: ClientReadableStream<TextReply>,
  replies: AsyncIterator<TextReply>,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await replies.next(); !next.done; next = await replies.next()) yield next.value.piece
  } catch (error) {
    throwAsFailure(error)
  } finally {
    onEnd()
    call.cancel()
  }
}
