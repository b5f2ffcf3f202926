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
import { toGrpcStatus } from './grpc-status.ts'
import { byteChunks, CHUNK_BYTES, type TextReply } from './text-stream.ts'

export interface ServerCallsOptions {
  /** Name of the service in failures. */
  readonly service: string
  /** Aborts all streams. */
  readonly closing: AbortSignal
  readonly log: CallLog
}

/** Receives unexpected errors. */
export interface CallLog {
  error(fields: object, message: string): void
}

/**
 * Concurrent uploads, and concurrent downloads. Further ones are refused with UNAVAILABLE. The two limits are
 * independent.
 */
const MAX_STREAMS = 500

export type ServerCalls = ReturnType<typeof makeServerCalls>

/**
 * Turns work into gRPC handlers. Work that rejects with a failure is answered with it; any other error is logged, and the
 * caller does not see it.
 */
export function makeServerCalls({ service, closing, log }: ServerCallsOptions) {
  const runReceiver = limitStreams(service, closing)
  const runSender = limitStreams(service, closing)

  return {
    unary:
      <Request, Reply>(answer: (request: Request) => Promise<Reply>): handleUnaryCall<Request, Reply> =>
      (call, callback) => {
        answer(call.request).then(
          (reply) => callback(null, reply),
          (error) => callback(toStatus(error, call.getPath(), log)),
        )
      },
    /** Of a stream of requests. */
    receiver:
      <Request, Reply>(receive: Receive<Request, Reply>): handleClientStreamingCall<Request, Reply> =>
      (call, callback) => {
        runReceiver(call, (signal) => receive(call, signal)).then(
          (reply) => callback(null, reply),
          (error) => callback(toStatus(error, call.getPath(), log)),
        )
      },
    /** Of a stream of text. */
    sender:
      <Request>(read: ReadText<Request>): handleServerStreamingCall<Request, TextReply> =>
      (call) => {
        runSender(call, (signal) => sendText(call, read, signal)).then(
          () => call.end(),
          (error) => call.emit('error', toStatus(error, call.getPath(), log)),
        )
      },
  }
}

type Receive<Request, Reply> = (
  call: ServerReadableStream<Request, Reply>,
  signal: AbortSignal,
) => Promise<Reply>

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Reads the text that a request asks for; null when there is no such text. */
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
function limitStreams(service: string, closing: AbortSignal) {
  let openStreams = 0
  return async <R>(call: Stream, work: (signal: AbortSignal) => Promise<R>): Promise<R> => {
    if (openStreams >= MAX_STREAMS) throw unavailable(service)
    const leaving = new AbortController()
    call.once('cancelled', () => leaving.abort())
    const signal = AbortSignal.any([leaving.signal, closing])
    openStreams++
    try {
      return await work(signal)
    } catch (error) {
      throw signal.aborted ? unavailable(service, error) : error
    } finally {
      openStreams--
    }
  }
}

/** Unexpected errors are reported to the log only. */
function toStatus(error: unknown, method: string, log: CallLog): Partial<StatusObject> {
  if (error instanceof Failure) return toGrpcStatus(error)
  log.error({ err: error, method }, 'a call between parts failed')
  return { code: status.INTERNAL, details: 'The call failed' }
}
