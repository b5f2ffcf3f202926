import { createHash } from 'node:crypto'

/** The id of a batch as the service makes them (RFC 9562, version 4), always the same for a name. */
export function idNamed(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Ids that most tests take. */
export const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(idNamed) as [string, string, string, string]
