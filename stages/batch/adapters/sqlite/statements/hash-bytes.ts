/** Returns the bytes of a hash from its hexadecimal digits. A slice of a hash's buffer would keep the whole buffer outside the heap. */
export function bytesOf(hash: string): Buffer {
  return Buffer.from(hash, 'hex')
}
