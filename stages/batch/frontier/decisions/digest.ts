import { hash } from 'node:crypto'

const HEX_DIGITS = 32

/** Returns 16 bytes of the SHA-256 of a text, as hexadecimal digits. */
export function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, HEX_DIGITS)
}
