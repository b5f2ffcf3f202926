import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { ClientDisconnected } from '../../middleware/errors.ts'

/** A signal that is aborted when the client disconnects or the answer is complete. */
export function disconnectSignal({ res }: Pick<Context, 'res'>): AbortSignal {
  const disconnected = new AbortController()
  res.once('close', () => disconnected.abort(new ClientDisconnected()))
  return disconnected.signal
}

/**
 * Answers 200 with a stream: the headers at once, and each chunk when it comes, no faster than the client reads. An
 * error of the source ends the answer with an error; a client that disconnects ends the source.
 */
export function sendStream(context: Context, type: string, chunks: AsyncIterable<Uint8Array>): void {
  context.status = 200
  context.type = type
  context.body = Readable.from(chunks, { objectMode: false })
  // After the middlewares have set their headers.
  setImmediate(() => context.headerSent || !context.writable || context.flushHeaders())
}
