import type { Headers } from '#shared/ports/event-log.ts'

const LENGTH_BYTES = 4

/** Names and values in turn, each behind its length (32 bits, big-endian): keeps every byte, whatever it is. */
export function encodeHeaders(headers: Headers): Buffer {
  const items = Object.entries(headers).flat()
  const encoded = Buffer.allocUnsafe(items.reduce((sum, item) => sum + LENGTH_BYTES + lengthOf(item), 0))
  let at = 0
  for (const item of items) {
    const start = at + LENGTH_BYTES
    const length = Buffer.isBuffer(item) ? item.copy(encoded, start) : encoded.write(item, start)
    encoded.writeUInt32BE(length, at)
    at = start + length
  }
  return encoded
}

function lengthOf(item: Buffer | string): number {
  return Buffer.isBuffer(item) ? item.length : Buffer.byteLength(item)
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
