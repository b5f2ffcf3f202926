import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
  status,
} from '@grpc/grpc-js'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { toGrpcStatus, toThrottledStatus } from '#shared/rpc/grpc-status.ts'
import { batchHeader, laneHeader, politenessHeader, traceHeader } from '#shared/rpc/lookups/protocol.ts'
import type { CallContext } from '../lookup-handlers.ts'

export interface CallLog {
  error(fields: object, message: string): void
}

/**
 * Kept back from the caller's time for the reply, at most a tenth of it, so that a handler at its limit still
 * answers in time when both sides are busy: to the caller, a late reply looks like an absent server.
 */
export const REPLY_MARGIN_MS = 500

/**
 * Turns work into gRPC handlers that together run at most `maxConcurrent` calls. Further calls are refused
 * with UNAVAILABLE. Work that continues after its caller left counts until it ends.
 */
export function unaryCalls(maxConcurrent: number, log: CallLog | undefined) {
  const runLimited = limitCalls(maxConcurrent)
  return <Q, R>(work: Work<Q, R>): handleUnaryCall<Q, R> =>
    (call, callback) => {
      runLimited(call, (context) => work(call.request, context)).then(
        (reply) => callback(null, reply),
        (error) => callback(toStatus(error, call, log)),
      )
    }
}

function limitCalls(maxConcurrent: number) {
  let openCalls = 0
  return async <T>(call: AnyCall, work: (context: CallContext) => Promise<T>): Promise<T> => {
    if (openCalls >= maxConcurrent) throw unavailable('look-ups')
    const { context, release } = callContext(call)
    openCalls++
    try {
      return await work(context)
    } finally {
      release()
      openCalls--
    }
  }
}

type AnyCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>

type Work<Q, R> = (request: Q, context: CallContext) => Promise<R>

/**
 * Reads the context of a call. Call `release` once the call was answered. Throws for a call without a
 * deadline.
 */
function callContext(call: AnyCall): { context: CallContext; release: () => void } {
  const left = Number(call.getDeadline()) - Date.now()
  if (left === Number.POSITIVE_INFINITY) throw new Failure('VALIDATION_ERROR', 'A call needs a deadline')
  const controller = new AbortController()
  const abort = () => controller.abort()
  call.once('cancelled', abort)
  const [traceparent] = call.metadata.get(traceHeader)
  const [lane] = call.metadata.get(laneHeader)
  const [batch] = call.metadata.get(batchHeader)
  const [politeness] = call.metadata.get(politenessHeader)
  return {
    context: {
      deadlineMs: Math.max(0, Math.floor(left - Math.min(REPLY_MARGIN_MS, left / 10))),
      signal: controller.signal,
      traceparent: traceparent?.toString(),
      lane: lane === 'batch' ? 'batch' : 'interactive',
      ...(batch !== undefined && { batch: batch.toString() }),
      ...(politeness !== undefined && { politeness: politeness.toString() }),
    },
    // gRPC emits `cancelled` after each answered call too.
    release: () => call.off('cancelled', abort),
  }
}

/** Maps an error to the gRPC status of the reply. */
function toStatus(error: unknown, call: AnyCall, log: CallLog | undefined): Partial<StatusObject> {
  if (error instanceof Failure) return toGrpcStatus(error)
  if (error instanceof ThrottledError) return toThrottledStatus(error)
  if (!call.cancelled) log?.error({ err: error, method: call.getPath() }, 'look-up failed')
  return { code: status.INTERNAL, details: 'The look-up failed' }
}

/** Emits parts of its answer before it ends. */
type StreamingWork<Q, R> = (request: Q, emit: (reply: R) => void, context: CallContext) => Promise<void>

/** Concurrent calls. Parts that a caller has not read yet are held in memory, up to a whole sitemap. */
const MAX_STREAMS = 16

/**
 * Turns work into gRPC handlers that stream its answer. Calls beyond `MAX_STREAMS` are refused with
 * UNAVAILABLE. Work that continues after its caller left counts until it ends.
 */
export function streamingCalls(log: CallLog | undefined) {
  const runLimited = limitCalls(MAX_STREAMS)
  return <Q, R>(work: StreamingWork<Q, R>): handleServerStreamingCall<Q, R> =>
    (call) => {
      const emit = (reply: R) => {
        if (!call.cancelled) call.write(reply)
      }
      runLimited(call, (context) => work(call.request, emit, context)).then(
        () => call.end(),
        (error) => call.emit('error', toStatus(error, call, log)),
      )
    }
}
