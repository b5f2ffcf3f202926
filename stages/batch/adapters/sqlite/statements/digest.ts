import { hash } from 'node:crypto'

const HEX_DIGITS = 32

/** Returns 16 bytes. A slice of a hash's buffer would keep the whole buffer in memory outside the heap. */
export function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex').slice(0, HEX_DIGITS), 'hex')
}
