import type { Headers } from '#shared/ports/event-log.ts'

const LENGTH_BYTES = 4

/** Names and values in turn, each behind its length (32 bits, big-endian): keeps every byte, whatever it is. */
export function encodeHeaders(headers: Headers): Buffer {
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(headers)) {
    for (const item of [Buffer.from(name), Buffer.isBuffer(value) ? value : Buffer.from(value)]) {
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(item.length)
      parts.push(length, item)
    }
  }
  return Buffer.concat(parts)
}

export function decodeHeaders(encoded: Uint8Array): Record<string, Buffer> {
  const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  const items: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const start = at + LENGTH_BYTES
    const end = start + bytes.readUInt32BE(at)
    items.push(bytes.subarray(start, end))
    at = end
  }
  const names = items.filter((_, index) => index % 2 === 0)
  return Object.fromEntries(names.map((name, index) => [name.toString(), items[2 * index + 1] as Buffer]))
}
