import type { Readable } from 'node:stream'
import { Pieces } from './pieces.ts'

/** What a body may be to be gathered. */
interface Short {
  readonly maxBytes: number
  readonly waitMs: number
}

/**
 * All bytes of a stream once it has ended. Null when they are more than `maxBytes`, or have not all come within `waitMs`:
 * what was read is back in the stream then, which can be read as if it had not been touched. Rejects with the stream's
 * error. However small its chunks are, little more memory is held than they have bytes.
 */
export function gather(stream: Readable, { maxBytes, waitMs }: Short): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const pieces = new Pieces()
  let bytes = 0
  const add = (chunk: Buffer) => {
    pieces.add(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) leave()
  }
  const end = () => resolve(wholeOf(pieces.all))
  function leave(): void {
    stream.off('data', add).pause().unshift(wholeOf(pieces.all))
    resolve(null)
  }
  if (stream.errored) reject(stream.errored)
  stream.on('data', add).once('end', end).once('error', reject)
  const timer = setTimeout(leave, waitMs)
  return promise.finally(() => {
    clearTimeout(timer)
    stream.off('data', add).off('end', end).off('error', reject)
  })
}

function wholeOf(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}
