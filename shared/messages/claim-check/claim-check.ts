import {
  type CompressedValue,
  compress,
  decompress,
  type Encoding,
  totalLength,
} from '#shared/messages/claim-check/compression.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** A large value of an internal event: inline, or in the object store (claim check pattern). */
export type ClaimCheck = { readonly inline: CompressedValue } | StoredValue

/** A reference to a stored value. In version 1 the encoding is absent: `identity`. */
export interface StoredValue extends Partial<Encoding> {
  /** The object's name. */
  readonly object: string
}

/** Values of more compressed bytes are stored: two inline values of an event stay below the log's limit of 1 MiB. */
const INLINE_BYTES = 256 * 1024

export type PutObject = ObjectStore['put']

/** Compresses a value and stores it when it is large. Rejects as `put` does. */
export async function storeValue(
  put: PutObject,
  object: string,
  pieces: readonly Buffer[],
): Promise<ClaimCheck> {
  return storeCompressed(put, () => object, await compress(pieces))
}

/**
 * Stores a large value as the object that `nameOf` names; a repetition of the step writes the same object. Rejects as `put`
 * does.
 */
export async function storeCompressed(
  put: PutObject,
  nameOf: () => string,
  inline: CompressedValue,
): Promise<ClaimCheck> {
  if (totalLength(inline.chunks) <= INLINE_BYTES) return { inline }
  const object = nameOf()
  await put(object, inline.chunks, 'application/octet-stream')
  return { object, encoding: inline.encoding, bytes: inline.bytes }
}

/** Bytes of the decompressed value; 0 = unknown. */
export function uncompressedBytes(value: ClaimCheck): number {
  return ('inline' in value ? value.inline.bytes : value.bytes) ?? 0
}

/** Loads the value into a buffer of its own. Rejects when it exceeds `maxBytes`, or when its object is no longer stored. */
export async function loadValue(
  objects: Pick<ObjectStore, 'get'>,
  value: ClaimCheck,
  maxBytes: number,
): Promise<Uint8Array> {
  if ('inline' in value) return decompress(value.inline, maxBytes)
  const stored = await objects.get(value.object)
  if (stored === null) throw new Error('a value of the event is not stored any more')
  const { encoding = 'identity', bytes = stored.body.length } = value
  return decompress(
    { chunks: [stored.body], encoding, bytes },
    Math.max(maxBytes, encoding === 'identity' ? bytes : 0),
  )
}
