import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { ClientDisconnected } from '../../middleware/errors.ts'

/** A signal that is aborted when the caller has left, or has the answer. */
export function disconnectSignal({ res }: Pick<Context, 'res'>): AbortSignal {
  const disconnected = new AbortController()
  res.once('close', () => disconnected.abort(new ClientDisconnected()))
  return disconnected.signal
}

/**
 * Answers 200 with what comes bit by bit: its headers at once, each bit when it comes and no faster than the client reads.
 * A source that breaks breaks the answer; a client that leaves ends the source.
 */
export function sendStream(context: Context, type: string, chunks: AsyncIterable<Uint8Array>): void {
  context.status = 200
  context.type = type
  context.body = Readable.from(chunks, { objectMode: false })
  // When the middlewares have said what they have to say.
  setImmediate(() => context.headerSent || !context.writable || context.flushHeaders())
}
