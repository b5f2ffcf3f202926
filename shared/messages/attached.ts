import type { Carried, Stored } from '#shared/messages/carried.ts'
import { lengthOf, type Packing } from '#shared/messages/packed.ts'

/** A value among the bytes that follow the JSON of an event. */
export interface Attached extends Packing {
  readonly at: number
  readonly length: number
}

/** The values of an event that is written: the bytes that follow its JSON. */
export interface Attachments {
  /** What stands for the value in the JSON. */
  add(value: Carried): Attached | Stored
  bytes(): Buffer
}

export function makeAttachments(): Attachments {
  const pieces: Buffer[] = []
  return {
    add(value) {
      if ('object' in value) return value
      const { encoding, bytes, pieces: own } = value.packed
      const at = lengthOf(pieces)
      pieces.push(...own)
      return { at, length: lengthOf(own), encoding, bytes }
    },
    bytes: () => Buffer.concat(pieces),
  }
}

/** A value of an event that is read. Throws for one that lies beyond the event's bytes. */
export function valueIn(attached: Buffer, named: Attached | Stored): Carried {
  if ('object' in named) return named
  const { at, length, encoding, bytes } = named
  const piece = attached.subarray(at, at + length)
  if (piece.length !== length) throw new Error('the event is not whole')
  return { packed: { encoding, bytes, pieces: [piece] } }
}
