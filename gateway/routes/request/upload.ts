import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { ClientDisconnected } from '../../middleware/errors.ts'
import { rejectTimedOut } from '../../server/parser-errors.ts'
import { endExemption, exemptFromTimeout } from '../../server/timeout-exemption.ts'

/** After the answer, a client that still sends has so long to read it before its connection is closed. */
const CLOSE_DELAY_MS = 2000

/**
 * The body of a request of any length, which may take as long as it keeps moving: the connection of a client that sends
 * nothing for `stallMs` while it is waited for is closed with 408. Throws `CallerLeft` when the body ends early.
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
 * What is left of a body after the call was refused is not read: its connection ends soon after the answer, not with it, so
 * that a client who still sends comes to read it.
 */
export function closeAfterResponse(context: Context): void {
  const { req, res } = context
  context.remove('Connection')
  res.once('finish', () => {
    const close = () => req.complete || req.socket?.destroy()
    setTimeout(close, CLOSE_DELAY_MS).unref()
  })
}
