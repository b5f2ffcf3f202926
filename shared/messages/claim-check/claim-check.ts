import {
  type CompressedValue,
  compress,
  decompress,
  type Encoding,
  totalLength,
} from '#shared/messages/claim-check/compression.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** A large value of an internal event: with the event, or in the object store (claim check). */
export type ClaimCheck = { readonly inline: CompressedValue } | StoredValue

/** Of version 1 it is not said how it is packed: it is not. */
export interface StoredValue extends Partial<Encoding> {
  /** The object's name. */
  readonly object: string
}

/** What takes more bytes packed travels by reference: two values of an event stay below the log's limit of 1 MiB. */
const INLINE_BYTES = 256 * 1024

export type PutObject = ObjectStore['put']

/** Packs a value and carries it. Rejects as `put` does. */
export async function storeValue(
  put: PutObject,
  object: string,
  pieces: readonly Buffer[],
): Promise<ClaimCheck> {
  return storeCompressed(put, object, await compress(pieces))
}

/** Puts a large value into the object store as `object`: a repeat of the step writes the same one. Rejects as `put` does. */
export async function storeCompressed(
  put: PutObject,
  object: string,
  inline: CompressedValue,
): Promise<ClaimCheck> {
  if (totalLength(inline.chunks) <= INLINE_BYTES) return { inline }
  await put(object, inline.chunks, 'application/octet-stream')
  return { object, encoding: inline.encoding, bytes: inline.bytes }
}

/** Bytes that a value takes once it is unpacked; 0 where that is not known. */
export function uncompressedBytes(value: ClaimCheck): number {
  return ('inline' in value ? value.inline.bytes : value.bytes) ?? 0
}

/** The value in memory of its own. Rejects when it is more than `maxBytes`, or when its object is not stored any more. */
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
