import { lengthOf, type Packed, type Packing, pack, unpack } from '#shared/messages/packed.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'

/** A large value of an internal event: with the event, or in the object store (claim check). */
export type Carried = { readonly packed: Packed } | Stored

/** Of version 1 it is not said how it is packed: it is not. */
export interface Stored extends Partial<Packing> {
  /** The object's name. */
  readonly object: string
}

/** What takes more bytes packed travels by reference: two values of an event stay below the log's limit of 1 MiB. */
const INLINE_BYTES = 256 * 1024

export type Put = ObjectStore['put']

/** Packs a value and carries it. Rejects as `put` does. */
export async function carry(put: Put, object: string, pieces: readonly Buffer[]): Promise<Carried> {
  return carryPacked(put, object, await pack(pieces))
}

/** Puts a large value into the object store as `object`: a repeat of the step writes the same one. Rejects as `put` does. */
export async function carryPacked(put: Put, object: string, packed: Packed): Promise<Carried> {
  if (lengthOf(packed.pieces) <= INLINE_BYTES) return { packed }
  await put(object, packed.pieces, 'application/octet-stream')
  return { object, encoding: packed.encoding, bytes: packed.bytes }
}

/** Bytes that a value takes once it is unpacked; 0 where that is not known. */
export function unpackedBytes(value: Carried): number {
  return ('packed' in value ? value.packed.bytes : value.bytes) ?? 0
}

/** The value in memory of its own. Rejects when it is more than `maxBytes`, or when its object is not stored any more. */
export async function carried(
  objects: Pick<ObjectStore, 'get'>,
  value: Carried,
  maxBytes: number,
): Promise<Uint8Array> {
  if ('packed' in value) return unpack(value.packed, maxBytes)
  const stored = await objects.get(value.object)
  if (stored === null) throw new Error('a value of the event is not stored any more')
  const { encoding = 'identity', bytes = stored.body.length } = value
  return unpack(
    { pieces: [stored.body], encoding, bytes },
    Math.max(maxBytes, encoding === 'identity' ? bytes : 0),
  )
}
