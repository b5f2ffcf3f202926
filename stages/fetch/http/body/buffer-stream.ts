import type { Readable } from 'node:stream'
import { ChunkList } from './chunk-list.ts'

/** What a body may be to be gathered. */
interface BufferLimits {
  readonly maxBytes: number
  readonly waitMs: number
}

/**
 * All bytes of a stream once it has ended. Null when they are more than `maxBytes`, or have not all come within `waitMs`:
 * what was read is back in the stream then, which can be read as if it had not been touched. Rejects with the stream's
 * error. However small its chunks are, little more memory is held than they have bytes.
 */
export function bufferStream(stream: Readable, { maxBytes, waitMs }: BufferLimits): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const chunks = new ChunkList()
  let bytes = 0
  const add = (chunk: Buffer) => {
    chunks.add(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) giveBack()
  }
  const end = () => resolve(concatenated(chunks.all))
  function giveBack(): void {
    stream.off('data', add).pause().unshift(concatenated(chunks.all))
    resolve(null)
  }
  if (stream.errored) reject(stream.errored)
  stream.on('data', add).once('end', end).once('error', reject)
  const timer = setTimeout(giveBack, waitMs)
  return promise.finally(() => {
    clearTimeout(timer)
    stream.off('data', add).off('end', end).off('error', reject)
  })
}

function concatenated(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  return chunks.length === 1 && first ? first : Buffer.concat(chunks)
}
