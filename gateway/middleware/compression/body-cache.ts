import type { ContentCoding } from './content-coding.ts'

/** A cache of compressed bodies that are sent many times. */
export interface CompressedBodyCache {
  /** The compressed body; null when it is not cached. */
  get(coding: ContentCoding, body: string): Buffer | null
  set(coding: ContentCoding, body: string, compressed: Buffer): void
}

/** Maximum size of a character of a string, in bytes. */
const CHARACTER_BYTES = 2

/** Makes an LRU cache of at most `maxBytes`: the size of the bodies and of their compressed forms. */
export function compressedBodyCache(maxBytes: number): CompressedBodyCache {
  const entries = new Map<string, Buffer>()
  let bytes = 0

  function remove(key: string): Buffer | null {
    const compressed = entries.get(key) ?? null
    if (compressed !== null) bytes -= sizeOf(key, compressed)
    entries.delete(key)
    return compressed
  }

  function insert(key: string, compressed: Buffer): void {
    entries.set(key, compressed)
    bytes += sizeOf(key, compressed)
  }

  return {
    get(coding, body) {
      const key = coding + body
      const compressed = remove(key)
      if (compressed !== null) insert(key, compressed)
      return compressed
    },
    set(coding, body, compressed) {
      const key = coding + body
      if (sizeOf(key, compressed) > maxBytes) return
      remove(key)
      insert(key, compressed)
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
  }
}

function sizeOf(key: string, compressed: Buffer): number {
  return key.length * CHARACTER_BYTES + compressed.length
}
