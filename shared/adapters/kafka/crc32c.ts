const POLYNOMIAL = 0x82f63b78
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** CRC-32C (Castagnoli, RFC 3720 appendix B.4) as an unsigned number: the checksum of Kafka's record batches. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (let at = 0; at < bytes.length; at++) {
    crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 0xff] as number)
  }
  return ~crc >>> 0
}
