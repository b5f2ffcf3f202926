import { type handleUnaryCall, type ServerUnaryCall, type StatusObject, status } from '@grpc/grpc-js'
import { Failure, unavailable } from '#shared/errors.ts'
import { statusOfFailure } from '#shared/lookups/failures.ts'
import { traceHeader } from '#shared/lookups/protocol.ts'
import type { CallContext } from './handlers.ts'

export interface CallLog {
  error(fields: object, message: string): void
}

/**
 * Kept back of the caller's time for the answer's way, a tenth of it at most, so that a handler at its limit still
 * answers in time when both sides are busy: an answer that comes too late looks as if nobody served.
 */
const WAY_BACK_MS = 500

/**
 * Turns work into gRPC handlers that together run at most `maxConcurrent` calls; more are refused with UNAVAILABLE.
 * Work that goes on after its caller left counts until it ends.
 */
export function unaryCalls(maxConcurrent: number, log: CallLog | undefined) {
  let running = 0

  async function run<Q, R>(work: Work<Q, R>, call: ServerUnaryCall<Q, R>): Promise<R> {
    if (running >= maxConcurrent) throw unavailable('look-ups')
    const { context, over } = contextOf(call)
    running++
    try {
      return await work(call.request, context)
    } finally {
      over()
      running--
    }
  }

  return <Q, R>(work: Work<Q, R>): handleUnaryCall<Q, R> =>
    (call, callback) => {
      run(work, call).then(
        (reply) => callback(null, reply),
        (error) => callback(statusOf(error, call, log)),
      )
    }
}

type Work<Q, R> = (request: Q, context: CallContext) => Promise<R>

function contextOf(call: ServerUnaryCall<unknown, unknown>): { context: CallContext; over: () => void } {
  const left = Number(call.getDeadline()) - Date.now()
  if (left === Number.POSITIVE_INFINITY) throw new Failure('VALIDATION_ERROR', 'A call needs a deadline')
  const controller = new AbortController()
  const abort = () => controller.abort()
  call.once('cancelled', abort)
  const [traceparent] = call.metadata.get(traceHeader)
  return {
    context: {
      deadlineMs: Math.max(0, Math.floor(left - Math.min(WAY_BACK_MS, left / 10))),
      signal: controller.signal,
      traceparent: traceparent?.toString(),
    },
    // gRPC reports `cancelled` after each answered call too.
    over: () => call.off('cancelled', abort),
  }
}

function statusOf(
  error: unknown,
  call: ServerUnaryCall<unknown, unknown>,
  log: CallLog | undefined,
): Partial<StatusObject> {
  if (error instanceof Failure) return statusOfFailure(error)
  if (!call.cancelled) log?.error({ err: error, method: call.getPath() }, 'look-up failed')
  return { code: status.INTERNAL, details: 'The look-up failed' }
}
