import type { ContentCoding } from './content-coding.ts'

/** Bodies in compressed form, for those that are sent again and again. */
export interface PackedBodies {
  /** Null when it is not remembered. */
  find(coding: ContentCoding, body: string): Buffer | null
  remember(coding: ContentCoding, body: string, packed: Buffer): void
}

/** What a character of a text takes at most, in bytes. */
const CHARACTER_BYTES = 2

/** Remembers up to `maxBytes`, texts and compressed forms together; what was sent the longest time ago is forgotten first. */
export function packedBodies(maxBytes: number): PackedBodies {
  const known = new Map<string, Buffer>()
  let bytes = 0

  function forget(key: string): Buffer | null {
    const packed = known.get(key) ?? null
    if (packed !== null) bytes -= sizeOf(key, packed)
    known.delete(key)
    return packed
  }

  function keep(key: string, packed: Buffer): void {
    known.set(key, packed)
    bytes += sizeOf(key, packed)
  }

  return {
    find(coding, body) {
      const key = coding + body
      const packed = forget(key)
      if (packed !== null) keep(key, packed)
      return packed
    },
    remember(coding, body, packed) {
      const key = coding + body
      if (sizeOf(key, packed) > maxBytes) return
      forget(key)
      keep(key, packed)
      for (const oldest of known.keys()) {
        if (bytes <= maxBytes) return
        forget(oldest)
      }
    },
  }
}

function sizeOf(key: string, packed: Buffer): number {
  return key.length * CHARACTER_BYTES + packed.length
}
