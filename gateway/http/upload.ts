import type { IncomingMessage } from 'node:http'
import type { Context } from 'koa'
import { CallerLeft } from './errors.ts'
import { refuseLate } from './parser-errors.ts'
import { mayTakeTime, mustHurry } from './unhurried.ts'

/** After the answer, a client that still sends has so long to read it before its connection is closed. */
const LINGER_MS = 2000

/**
 * The body of a request of any length, which may take as long as it keeps moving: the connection of a client that sends
 * nothing for `stallMs` while it is waited for is closed with 408. Throws `CallerLeft` when the body ends early.
 */
export async function* uploadOf({ req }: Pick<Context, 'req'>, stallMs: number): AsyncGenerator<Uint8Array> {
  const { socket } = req
  const pieces = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>
  mayTakeTime(socket)
  try {
    for (
      let next = await nextOf(pieces, req, stallMs);
      !next.done;
      next = await nextOf(pieces, req, stallMs)
    ) {
      yield next.value
    }
  } finally {
    mustHurry(socket)
  }
}

async function nextOf(
  pieces: AsyncIterator<Uint8Array>,
  { socket }: IncomingMessage,
  stallMs: number,
): Promise<IteratorResult<Uint8Array>> {
  const stalled = setTimeout(() => refuseLate(socket), stallMs)
  try {
    return await pieces.next()
  } catch (cause) {
    throw new CallerLeft('The body ended early', { cause })
  } finally {
    clearTimeout(stalled)
  }
}

/**
 * What is left of a body after the call was refused is not read: its connection ends soon after the answer, not with it, so
 * that a client who still sends comes to read it.
 */
export function endWithAnswer(context: Context): void {
  const { req, res } = context
  context.remove('Connection')
  res.once('finish', () => {
    const close = () => req.complete || req.socket?.destroy()
    setTimeout(close, LINGER_MS).unref()
  })
}
