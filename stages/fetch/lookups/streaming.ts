import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import type { CallContext } from './handlers.ts'
import { type CallLog, contextOf, statusOf } from './unary.ts'

/** Gives parts of its answer before it ends. */
type Work<Q, R> = (request: Q, give: (reply: R) => void, context: CallContext) => Promise<void>

/** Calls at work at once: what their callers have not taken yet is kept for them, up to a whole sitemap. */
const MAX_STREAMS = 16

/**
 * Turns work into gRPC handlers that stream its answer; with too many at work the next is refused with UNAVAILABLE. Work
 * that goes on after its caller left counts until it ends.
 */
export function streamingCalls(log: CallLog | undefined) {
  let running = 0

  async function run<Q, R>(work: Work<Q, R>, call: ServerWritableStream<Q, R>): Promise<void> {
    if (running >= MAX_STREAMS) throw unavailable('look-ups')
    const { context, over } = contextOf(call)
    const give = (reply: R) => {
      if (!call.cancelled) call.write(reply)
    }
    running++
    try {
      await work(call.request, give, context)
    } finally {
      over()
      running--
    }
  }

  return <Q, R>(work: Work<Q, R>): handleServerStreamingCall<Q, R> =>
    (call) => {
      run(work, call).then(
        () => call.end(),
        (error) => call.emit('error', statusOf(error, call, log)),
      )
    }
}
