import { hash } from 'node:crypto'
import type { Family, NewItem } from './frontier.ts'

const HEX_DIGITS = 32

/**
 * What tells items of a batch apart: role, URL as `URL` normalises it, with its fragment only where that matters, and the
 * other parameters (as JSON text). `url` must be a valid URL.
 */
export function itemHash(
  role: NewItem['role'],
  url: string,
  parametersJson: string,
  hasFragment: boolean,
): Buffer {
  const normal = new URL(url)
  if (!hasFragment || normal.hash === '') normal.hash = ''
  return digest(`${role}\n${normal.href}\n${parametersJson}`)
}

/** What tells families of a batch apart; pages and their scouts are counted apart. */
export function familyHash(role: NewItem['role'], { name }: Family): Buffer {
  return digest(`${role}\n${name}`)
}

/** Sixteen bytes; cut from a buffer of the hash itself, each would keep memory of its own outside the heap. */
function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex').slice(0, HEX_DIGITS), 'hex')
}
