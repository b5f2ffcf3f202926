import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { CallerLeft } from './errors.ts'

/** A signal that is aborted when the caller has left, or has the answer. */
export function leavingOf({ res }: Pick<Context, 'res'>): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => gone.abort(new CallerLeft()))
  return gone.signal
}

/**
 * Answers 200 with what comes bit by bit: its headers at once, each bit when it comes and no faster than the client reads.
 * A source that breaks breaks the answer; a client that leaves ends the source.
 */
export function answerStream(context: Context, type: string, bits: AsyncIterable<Uint8Array>): void {
  context.status = 200
  context.type = type
  context.body = Readable.from(bits, { objectMode: false })
  // When the middlewares have said what they have to say.
  setImmediate(() => context.headerSent || !context.writable || context.flushHeaders())
}
