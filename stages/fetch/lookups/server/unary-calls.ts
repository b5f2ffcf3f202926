import {
  type handleUnaryCall,
  type ServerUnaryCall,
  type ServerWritableStream,
  type StatusObject,
  status,
} from '@grpc/grpc-js'
import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import { toGrpcStatus } from '#shared/rpc/grpc-status.ts'
import { laneHeader, traceHeader } from '#shared/rpc/lookups/protocol.ts'
import { toThrottledStatus } from '#shared/rpc/lookups/throttled-status.ts'
import type { CallContext } from '../lookup-handlers.ts'

export interface CallLog {
  error(fields: object, message: string): void
}

/**
 * Kept back of the caller's time for the answer's way, a tenth of it at most, so that a handler at its limit still
 * answers in time when both sides are busy: an answer that comes too late looks as if nobody served.
 */
const REPLY_MARGIN_MS = 500

/**
 * Turns work into gRPC handlers that together run at most `maxConcurrent` calls; more are refused with UNAVAILABLE.
 * Work that goes on after its caller left counts until it ends.
 */
export function unaryCalls(maxConcurrent: number, log: CallLog | undefined) {
  let openCalls = 0

  async function run<Q, R>(work: Work<Q, R>, call: ServerUnaryCall<Q, R>): Promise<R> {
    if (openCalls >= maxConcurrent) throw unavailable('look-ups')
    const { context, release } = callContext(call)
    openCalls++
    try {
      return await work(call.request, context)
    } finally {
      release()
      openCalls--
    }
  }

  return <Q, R>(work: Work<Q, R>): handleUnaryCall<Q, R> =>
    (call, callback) => {
      run(work, call).then(
        (reply) => callback(null, reply),
        (error) => callback(toStatus(error, call, log)),
      )
    }
}

export type AnyCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>

type Work<Q, R> = (request: Q, context: CallContext) => Promise<R>

/** What a call brings; `over` is called once it has been answered. Throws for one without a deadline. */
export function callContext(call: AnyCall): { context: CallContext; release: () => void } {
  const left = Number(call.getDeadline()) - Date.now()
  if (left === Number.POSITIVE_INFINITY) throw new Failure('VALIDATION_ERROR', 'A call needs a deadline')
  const controller = new AbortController()
  const abort = () => controller.abort()
  call.once('cancelled', abort)
  const [traceparent] = call.metadata.get(traceHeader)
  const [lane] = call.metadata.get(laneHeader)
  return {
    context: {
      deadlineMs: Math.max(0, Math.floor(left - Math.min(REPLY_MARGIN_MS, left / 10))),
      signal: controller.signal,
      traceparent: traceparent?.toString(),
      lane: lane === 'batch' ? 'batch' : 'interactive',
    },
    // gRPC reports `cancelled` after each answered call too.
    release: () => call.off('cancelled', abort),
  }
}

/** What a call that ended with `error` is answered. */
export function toStatus(error: unknown, call: AnyCall, log: CallLog | undefined): Partial<StatusObject> {
  if (error instanceof Failure) return toGrpcStatus(error)
  if (error instanceof ThrottledError) return toThrottledStatus(error)
  if (!call.cancelled) log?.error({ err: error, method: call.getPath() }, 'look-up failed')
  return { code: status.INTERNAL, details: 'The look-up failed' }
}
