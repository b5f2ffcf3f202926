import { ThrottledError } from '#shared/async/throttled-error.ts'
import { Failure, unavailable } from '#shared/errors.ts'
import type { CallOptions, Lookups } from '#shared/ports/lookups.ts'
import {
  fromGrpcStatus,
  fromThrottledStatus,
  toGrpcStatus,
  toThrottledStatus,
} from '#shared/rpc/grpc-status.ts'
import { eachLookup, type LookupCall, splitCall } from '#shared/rpc/lookups/methods.ts'
import type { CallContext, LookupHandlers } from '../lookup-handlers.ts'
import { type CallLog, REPLY_MARGIN_MS } from './grpc-calls.ts'
import { type LookupsLimits, withUrlLimit } from './lookups-server.ts'

/** Look-ups for the other parts of the process. */
export interface DirectLookups extends Omit<Lookups, 'listSitemap'> {
  /** All later calls, pings too, reject with `SERVICE_UNAVAILABLE`. */
  close(): void
}

export interface DirectLookupsOptions {
  readonly handlers: LookupHandlers
  readonly limits: Pick<LookupsLimits, 'maxUrls' | 'maxConcurrent'>
  /** Upper limit of the time of a call, in milliseconds, whatever its budget. */
  readonly maxTimeoutMs: number
  readonly log: CallLog
}

const SERVICE = 'look-ups'
/** A trace context (W3C Trace Context, section 3.2), as the client of the server checks it. */
const traceForm = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/

/**
 * The handlers without the way over gRPC, for callers in this process. Limits, deadlines and failures are those of
 * the server. An answer is not copied: neither side changes it.
 */
export function directLookups(options: DirectLookupsOptions): DirectLookups {
  const { limits, maxTimeoutMs, log } = options
  const handlers = withUrlLimit(options.handlers, limits.maxUrls)
  let openCalls = 0
  let isClosed = false

  async function run(lookup: LookupCall<CallContext>, args: unknown[], budget: CallOptions, rpc: string) {
    const timeoutMs = Math.min(budget.timeoutMs, maxTimeoutMs)
    if (!(timeoutMs > 0) || isClosed || openCalls >= limits.maxConcurrent) throw unavailable(SERVICE)
    const deadline = startDeadline(timeoutMs)
    return deadline.settle(work(() => lookup(...args, contextOf(budget, timeoutMs, deadline.signal)), rpc))
  }

  /** Counts until it ends, also where its caller has been rejected at the deadline. */
  async function work(start: () => Promise<unknown>, rpc: string): Promise<unknown> {
    openCalls++
    try {
      return await start()
    } catch (error) {
      throw knownError(error, rpc, log)
    } finally {
      openCalls--
    }
  }

  return {
    ...eachLookup<CallOptions>(({ rpc }, name) => async (...call) => {
      const [args, budget] = splitCall(call)
      return run(handlers[name] as LookupCall<CallContext>, args, budget, rpc)
    }),
    async ping() {
      if (isClosed) throw unavailable(SERVICE)
    },
    close() {
      isClosed = true
    },
  }
}

/** Rejects with `SERVICE_UNAVAILABLE` and aborts the work when the time is over. */
function startDeadline(timeoutMs: number) {
  const over = new AbortController()
  return {
    signal: over.signal,
    settle: <T>(answer: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          over.abort()
          reject(unavailable(SERVICE))
        }, timeoutMs)
        answer.then(resolve, reject).finally(() => clearTimeout(timer))
      }),
  }
}

function contextOf(
  { traceparent, lane = 'interactive', batch, politeness }: CallOptions,
  timeoutMs: number,
  signal: AbortSignal,
): CallContext {
  return {
    deadlineMs: Math.max(0, Math.floor(timeoutMs - Math.min(REPLY_MARGIN_MS, timeoutMs / 10))),
    signal,
    traceparent: traceparent !== undefined && traceForm.test(traceparent) ? traceparent : undefined,
    lane,
    ...(batch !== undefined && { batch }),
    ...(politeness !== undefined && { politeness }),
  }
}

/** The error as a caller of the server gets it. One that is neither a failure nor throttled work is for the log alone. */
function knownError(error: unknown, method: string, log: CallLog): unknown {
  if (error instanceof Failure) return fromGrpcStatus(toGrpcStatus(error))
  if (error instanceof ThrottledError) return fromThrottledStatus(toThrottledStatus(error))
  log.error({ err: error, method }, 'look-up failed')
  return new Failure('INTERNAL_ERROR', `The call of the ${SERVICE} failed`, { cause: error })
}
