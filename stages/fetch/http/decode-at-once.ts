import { Readable } from 'node:stream'
import { decode, type Ending, type Take, type Unpacking } from './decode.ts'
import { gather } from './gather.ts'
import { type CodingAtOnce, unpackAtOnce } from './unpack-at-once.ts'

/**
 * Nine of ten saved pages have less, unpacked. So much takes the event loop a millisecond, less than the turn to a thread
 * of the pool costs in CPU.
 */
const AT_ONCE_BYTES = 256 * 1024

/** Packed bytes that are held until all have come; a body that comes more slowly is unpacked as it comes. */
export const short = { maxBytes: 64 * 1024, waitMs: 1000 }

/**
 * Does what `decode` does for one coding, with less CPU where the body is short: `take` gets all of it as one chunk. For
 * readers who want all or nothing of it, since nothing is decoded before the end has come, or `short.waitMs` are over.
 * `maxBytes` are the most that `take` can use.
 */
export async function decodeAtOnce(
  source: Readable,
  coding: CodingAtOnce,
  take: Take,
  unpacking: Unpacking,
  maxBytes: number,
): Promise<Ending> {
  const packed = await gather(source, short)
  if (packed === null) return decode(source, [coding], take, unpacking)
  const whole = unpackAtOnce(coding, packed, Math.min(AT_ONCE_BYTES, maxBytes, unpacking.freeBytes))
  if (whole === null) return decode(Readable.from([packed], { objectMode: false }), [coding], take, unpacking)
  return (await take(whole)) ? 'complete' : 'stopped'
}
