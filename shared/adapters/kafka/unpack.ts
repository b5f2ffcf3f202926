import { promisify } from 'node:util'
import { gunzip, zstdDecompress } from 'node:zlib'
import { unpackLz4 } from './lz4.ts'
import { unpackSnappy } from './snappy.ts'
import { Undecodable } from './undecodable.ts'

type Unpack = (packed: Buffer, maxBytes: number) => Buffer | Promise<Buffer>

const gunzipAsync = promisify(gunzip)
const zstdAsync = promisify(zstdDecompress)

/** By the number in the attributes of a record batch (Kafka, "Record Batch"). */
const codecs: readonly Unpack[] = [
  (plain) => plain,
  (packed, maxOutputLength) => gunzipAsync(packed, { maxOutputLength }).catch(explain),
  unpackSnappy,
  unpackLz4,
  (packed, maxOutputLength) => zstdAsync(packed, { maxOutputLength }).catch(explain),
]

/**
 * The records of a batch as they were before they were compressed. Rejects with `Undecodable` when the codec is unknown, its
 * bytes are damaged, or they unpack to more than `maxBytes`: never more than that is held.
 */
export async function unpack(codec: number, packed: Buffer, maxBytes: number): Promise<Buffer> {
  const how = codecs[codec]
  if (how === undefined) throw new Undecodable(`codec ${codec} is unknown`)
  return how(packed, maxBytes)
}

function explain(error: { code?: string; message: string }): never {
  if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new Undecodable('it unpacks to more than is allowed')
  throw new Undecodable(`the compressed bytes are damaged: ${error.message}`)
}
