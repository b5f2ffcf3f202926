import {
  type handleClientStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServerReadableStream,
  type ServerWritableStream,
  type StatusObject,
  status,
} from '@grpc/grpc-js'
import { abortable } from '#shared/async/timeout.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { BatchStatus } from '#shared/ports/batches.ts'
import { batchListing, batchPage, batchReply, newBatch } from '#shared/rpc/batches/messages.ts'
import {
  type BatchRequest,
  batchesService,
  byteChunks,
  CHUNK_BYTES,
  MAX_MESSAGE_BYTES,
  type PagesRequest,
  type ReportRequest,
  type ResultsRequest,
  type SubmitRequest,
  serviceName,
  type TextReply,
} from '#shared/rpc/batches/protocol.ts'
import { toGrpcStatus } from '#shared/rpc/grpc-status.ts'
import { type GrpcServer, startGrpcServer } from '#shared/rpc/server.ts'
import type { BatchService } from './batch-service.ts'

export interface BatchesServerOptions {
  /** `host:port`. Port 0 takes any free port. */
  readonly listen: string
  readonly batches: BatchService
  /** Receives unexpected errors. */
  readonly log: { error(fields: object, message: string): void }
}

/**
 * Concurrent uploads, and concurrent downloads. Further ones are refused with UNAVAILABLE. The two limits are
 * independent.
 */
const MAX_STREAMS = 500

/** A client that vanishes without closing its connection is dropped after these times together. */
const keepaliveOptions = { 'grpc.keepalive_time_ms': 10_000, 'grpc.keepalive_timeout_ms': 5000 }

/**
 * Serves `proto/batches.proto` and the standard health service. Rejects when it cannot listen at the address.
 * `close` aborts all streams at once: clients start them again.
 */
export async function startBatchesServer({
  listen,
  batches,
  log,
}: BatchesServerOptions): Promise<GrpcServer> {
  const closing = new AbortController()
  const server = await startGrpcServer({
    listen,
    name: serviceName,
    definition: batchesService,
    implementation: implementation(batches, log, closing.signal),
    maxMessageBytes: MAX_MESSAGE_BYTES,
    more: keepaliveOptions,
  })
  return {
    ...server,
    close(graceMs) {
      closing.abort()
      return server.close(graceMs)
    },
  }
}

function implementation(batches: BatchService, log: BatchesServerOptions['log'], closing: AbortSignal) {
  const runReceiver = limitStreams(closing)
  const runSender = limitStreams(closing)
  const unary =
    <Request, Reply>(answer: (request: Request) => Promise<Reply>): handleUnaryCall<Request, Reply> =>
    (call, callback) => {
      answer(call.request).then(
        (reply) => callback(null, reply),
        (error) => callback(toStatus(error, call.getPath(), log)),
      )
    }
  const onBatch = (work: (request: BatchRequest) => Promise<BatchStatus | null>) =>
    unary(async (request: BatchRequest) => batchReply.encode(await work(request)))
  const submit: handleClientStreamingCall<SubmitRequest, unknown> = (call, callback) => {
    runReceiver(call, (signal) => receiveBatch(batches, call, signal)).then(
      (received) => callback(null, batchReply.encode(received)),
      (error) => callback(toStatus(error, call.getPath(), log)),
    )
  }
  const sender =
    <Request>(read: ReadText<Request>): handleServerStreamingCall<Request, TextReply> =>
    (call) => {
      runSender(call, (signal) => sendText(call, read, signal)).then(
        () => call.end(),
        (error) => call.emit('error', toStatus(error, call.getPath(), log)),
      )
    }
  return {
    Submit: submit,
    GetStatus: onBatch(({ hosts, ...named }) => batches.status(named, hosts)),
    List: unary(async (request) => batchPage.encode(await batches.list(batchListing.decode(request)))),
    Pause: onBatch((named) => batches.pause(named)),
    Resume: onBatch((named) => batches.resume(named)),
    Cancel: onBatch((named) => batches.cancel(named)),
    Results: sender<ResultsRequest>(({ after, isFollowing, ...named }, signal) =>
      batches.results(named, { after, isFollowing, signal }),
    ),
    Report: sender<ReportRequest>(async ({ compare, ...named }, signal) => {
      const text = await batches.report(named, { compare: compare || null, signal })
      return text === null ? null : [Buffer.from(text)]
    }),
    Pages: sender<PagesRequest>(({ after, limit = null, ...named }, signal) =>
      batches.pages(named, { after, limit, signal }),
    ),
  }
}

/** The first message is the request, the others are the body. */
async function receiveBatch(
  batches: BatchService,
  call: ServerReadableStream<SubmitRequest, unknown>,
  signal: AbortSignal,
): Promise<BatchStatus> {
  signal.throwIfAborted()
  signal.addEventListener('abort', () => call.destroy(unavailable('batches')))
  const messages = call[Symbol.asyncIterator]() as AsyncIterator<SubmitRequest>
  const { value } = await messages.next()
  const request = (value as SubmitRequest | undefined)?.batch
  if (!request) throw new Failure('VALIDATION_ERROR', 'The first message must contain the request')
  return batches.submit(newBatch.decode(request), bodyChunks(messages), signal)
}

/**
 * gRPC ends the messages of a cancelled call like those of a complete one. Only `isWhole` marks a complete
 * body.
 */
async function* bodyChunks(messages: AsyncIterator<SubmitRequest>): AsyncGenerator<Uint8Array> {
  for (let next = await messages.next(); !next.done; next = await messages.next()) {
    if (next.value.isWhole) return
    if (next.value.piece) yield next.value.piece
  }
  throw unavailable('batches', new Error('the body was cut off'))
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Reads the text that a request asks for; null when there is no such batch. */
type ReadText<Request> = (request: Request, signal: AbortSignal) => Promise<Pieces | null>

async function sendText<Request>(
  call: ServerWritableStream<Request, TextReply>,
  read: ReadText<Request>,
  signal: AbortSignal,
): Promise<void> {
  const pieces = await read(call.request, signal)
  await write(call, { isKnown: pieces !== null, piece: new Uint8Array() }, signal)
  for await (const bytes of pieces ?? []) {
    for (const piece of byteChunks(bytes, CHUNK_BYTES)) await write(call, { isKnown: true, piece }, signal)
  }
  // A stream that ends early must not look complete.
  signal.throwIfAborted()
}

/**
 * Resolves when the connection has accepted the message, so that a slow reader is waited for. Rejects when
 * the call is over.
 */
async function write(
  call: ServerWritableStream<unknown, TextReply>,
  message: TextReply,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  await abortable(signal, new Promise((resolve) => call.write(message, resolve)))
}

type Stream = ServerReadableStream<unknown, unknown> | ServerWritableStream<unknown, unknown>

/**
 * Runs streaming work up to `MAX_STREAMS`. The work's signal aborts when the client leaves or the server
 * closes. Work that fails after that rejects with `SERVICE_UNAVAILABLE`.
 */
function limitStreams(closing: AbortSignal) {
  let openStreams = 0
  return async <R>(call: Stream, work: (signal: AbortSignal) => Promise<R>): Promise<R> => {
    if (openStreams >= MAX_STREAMS) throw unavailable('batches')
    const leaving = new AbortController()
    call.once('cancelled', () => leaving.abort())
    const signal = AbortSignal.any([leaving.signal, closing])
    openStreams++
    try {
      return await work(signal)
    } catch (error) {
      throw signal.aborted ? unavailable('batches', error) : error
    } finally {
      openStreams--
    }
  }
}

/** Unexpected errors are reported to the log only. */
function toStatus(error: unknown, method: string, log: BatchesServerOptions['log']): Partial<StatusObject> {
  if (error instanceof Failure) return toGrpcStatus(error)
  log.error({ err: error, method }, 'a call of the batch part failed')
  return { code: status.INTERNAL, details: 'The call failed' }
}
