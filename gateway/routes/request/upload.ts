import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { ClientDisconnected } from '../../middleware/errors.ts'
import { endExemption, exemptFromTimeout, rejectTimedOut } from '../../server/parser-errors.ts'

/** Time for a client that still sends its body to read the answer before its connection is closed. */
const CLOSE_DELAY_MS = 2000

/**
 * Reads a request body of any size, without the time limit of requests. A client that sends nothing for `stallMs` gets
 * 408 and its connection is closed. Throws `ClientDisconnected` when the body ends early.
 */
export async function* readUpload(
  { req }: Pick<Context, 'req'>,
  stallMs: number,
): AsyncGenerator<Uint8Array> {
  const { socket } = req
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
  exemptFromTimeout(socket)
  try {
    for (
      let next = await nextChunk(chunks, req, stallMs);
      !next.done;
      next = await nextChunk(chunks, req, stallMs)
    ) {
      yield next.value
    }
  } finally {
    endExemption(socket)
  }
}

async function nextChunk(
  chunks: AsyncIterator<Uint8Array>,
  { socket }: IncomingMessage,
  stallMs: number,
): Promise<IteratorResult<Uint8Array>> {
  const stalled = setTimeout(() => rejectTimedOut(socket), stallMs)
  try {
    return await chunks.next()
  } catch (cause) {
    throw new ClientDisconnected('The body ended early', { cause })
  } finally {
    clearTimeout(stalled)
  }
}

/**
 * Closes the connection shortly after an early answer, without reading the rest of the body. The delay lets a client
 * that still sends read the answer.
 */
export function closeAfterResponse(context: Context): void {
  const { req, res } = context
  context.remove('Connection')
  res.once('finish', () => {
    const close = () => req.complete || req.socket?.destroy()
    setTimeout(close, CLOSE_DELAY_MS).unref()
  })
}
