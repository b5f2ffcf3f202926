import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import type { CallContext } from '../lookup-handlers.ts'
import { type CallLog, callContext, toStatus } from './unary-calls.ts'

/** Gives parts of its answer before it ends. */
type Work<Q, R> = (request: Q, emit: (reply: R) => void, context: CallContext) => Promise<void>

/** Calls at work at once: what their callers have not taken yet is kept for them, up to a whole sitemap. */
const MAX_STREAMS = 16

/**
 * Turns work into gRPC handlers that stream its answer; with too many at work the next is refused with UNAVAILABLE. Work
 * that goes on after its caller left counts until it ends.
 */
export function streamingCalls(log: CallLog | undefined) {
  let openCalls = 0

  async function run<Q, R>(work: Work<Q, R>, call: ServerWritableStream<Q, R>): Promise<void> {
    if (openCalls >= MAX_STREAMS) throw unavailable('look-ups')
    const { context, release } = callContext(call)
    const emit = (reply: R) => {
      if (!call.cancelled) call.write(reply)
    }
    openCalls++
    try {
      await work(call.request, emit, context)
    } finally {
      release()
      openCalls--
    }
  }

  return <Q, R>(work: Work<Q, R>): handleServerStreamingCall<Q, R> =>
    (call) => {
      run(work, call).then(
        () => call.end(),
        (error) => call.emit('error', toStatus(error, call, log)),
      )
    }
}
