import type { ClaimCheck, StoredValue } from '#shared/messages/claim-check/claim-check.ts'
import { type Encoding, totalLength } from '#shared/messages/claim-check/compression.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'

/** A value in the bytes that follow the JSON of an event. */
export interface AttachedValue extends Encoding {
  readonly at: number
  readonly length: number
}

/** Collects the attached values of an event that is written. */
export interface Attachments {
  /** Adds a value; answers its reference for the JSON. */
  add(value: ClaimCheck): AttachedValue | StoredValue
  bytes(): Buffer
}

/** No values yet. */
export function makeAttachments(): Attachments {
  const chunks: Buffer[] = []
  return {
    add(value) {
      if ('object' in value) return value
      const { encoding, bytes, chunks: own } = value.inline
      const at = totalLength(chunks)
      chunks.push(...own)
      return { at, length: totalLength(own), encoding, bytes }
    },
    bytes: () => Buffer.concat(chunks),
  }
}

/** Reads a value of an event by its reference. Throws when the reference exceeds the attached bytes. */
export function readAttached(
  { attached = Buffer.alloc(0) }: Pick<CloudEvent, 'attached'>,
  named: AttachedValue | StoredValue,
): ClaimCheck {
  if ('object' in named) return named
  const { at, length, encoding, bytes } = named
  const chunk = attached.subarray(at, at + length)
  if (chunk.length !== length) throw new Error('the event is not whole')
  return { inline: { encoding, bytes, chunks: [chunk] } }
}
