import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { DecodeError } from './decode-error.ts'
import { decompressLz4 } from './lz4.ts'
import { decompressSnappy } from './snappy.ts'

type Decompress = (compressed: Buffer, maxBytes: number) => Buffer | Promise<Buffer>

const gunzipAsync = promisify(gunzip)
const zstdAsync = promisify(zstdDecompress)

/** Indexed by the codec number in the attributes of a record batch (Kafka, "Record Batch"). */
const codecs: readonly Decompress[] = [
  (uncompressed) => uncompressed,
  (compressed, maxOutputLength) => gunzipAsync(compressed, { maxOutputLength }).catch(throwDecodeError),
  decompressSnappy,
  decompressLz4,
  (compressed, maxOutputLength) => zstdAsync(compressed, { maxOutputLength }).catch(throwDecodeError),
]

/**
 * Decompresses the records of a batch. Rejects with `DecodeError` if the codec is unknown, the bytes are
 * damaged, or they decompress to more than `maxBytes`; never allocates more than that.
 */
export async function decompress(codec: number, compressed: Buffer, maxBytes: number): Promise<Buffer> {
  const decompressWithCodec = codecs[codec]
  if (decompressWithCodec === undefined) throw new DecodeError(`codec ${codec} is unknown`)
  return decompressWithCodec(compressed, maxBytes)
}

function throwDecodeError(error: { code?: string; message: string }): never {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new DecodeError('the decompressed size exceeds the limit')
  throw new DecodeError(`the compressed bytes are damaged: ${error.message}`)
}
