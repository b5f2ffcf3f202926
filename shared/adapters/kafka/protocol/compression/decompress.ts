import { promisify } from 'node:util'
import { gunzip, gunzipSync, zstdDecompress, zstdDecompressSync } from 'node:zlib'
import { DecodeError } from './decode-error.ts'
import { decompressLz4 } from './lz4.ts'
import { decompressSnappy } from './snappy.ts'

type Decompress = (compressed: Buffer, maxBytes: number) => Buffer | Promise<Buffer>
type Limit = { readonly maxOutputLength: number }

/** Indexed by the codec number in the attributes of a record batch (Kafka, "Record Batch"). */
const codecs: readonly Decompress[] = [
  (uncompressed) => uncompressed,
  inThreads(gunzipSync, promisify(gunzip)),
  decompressSnappy,
  decompressLz4,
  inThreads(zstdDecompressSync, promisify(zstdDecompress)),
]

/** For so few bytes another thread costs more than the work. */
const SMALL_BYTES = 16 * 1024
const SMALL_OUTPUT_BYTES = 256 * 1024

/** Decompresses in another thread, unless the bytes are few. */
function inThreads(
  sync: (compressed: Buffer, limit: Limit) => Buffer,
  async: (compressed: Buffer, limit: Limit) => Promise<Buffer>,
): Decompress {
  return (compressed, maxOutputLength) => {
    if (compressed.length <= SMALL_BYTES && maxOutputLength >= SMALL_OUTPUT_BYTES) {
      try {
        return sync(compressed, { maxOutputLength: SMALL_OUTPUT_BYTES })
      } catch (error) {
        if (!isTooLarge(error)) throwDecodeError(error as Error)
      }
    }
    return async(compressed, { maxOutputLength }).catch(throwDecodeError)
  }
}

/**
 * Decompresses the records of a batch. Rejects with `DecodeError` if the codec is unknown, the bytes are
 * damaged, or they decompress to more than `maxBytes`; never allocates more than that.
 */
export async function decompress(codec: number, compressed: Buffer, maxBytes: number): Promise<Buffer> {
  const decompressWithCodec = codecs[codec]
  if (decompressWithCodec === undefined) throw new DecodeError(`codec ${codec} is unknown`)
  return decompressWithCodec(compressed, maxBytes)
}

const isTooLarge = (error: unknown) => (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'

function throwDecodeError(error: Error): never {
  if (isTooLarge(error)) throw new DecodeError('the decompressed size exceeds the limit')
  throw new DecodeError(`the compressed bytes are damaged: ${error.message}`)
}
