import { hash } from 'node:crypto'
import type { Family, NewItem } from './frontier.ts'

/** How files of the frontier write the roles, in `items.role` and in the hashes. Files of former versions depend on it. */
export const storedRoles = { page: 'page', discovery: 'scout' } as const satisfies Record<
  NewItem['role'],
  string
>

const HEX_DIGITS = 32

/**
 * Returns a hash of what distinguishes the items of a batch: role, URL (normalised by `URL`, with its
 * fragment only if `hasFragment`), and the other parameters as JSON text. `url` must be a valid URL.
 */
export function itemHash(
  role: NewItem['role'],
  url: string,
  parametersJson: string,
  hasFragment: boolean,
): Buffer {
  const normal = new URL(url)
  if (!hasFragment || normal.hash === '') normal.hash = ''
  return digest(`${storedRoles[role]}\n${normal.href}\n${parametersJson}`)
}

/**
 * Returns a hash that distinguishes the families of a batch. Pages and their discovery items are counted
 * separately.
 */
export function familyHash(role: NewItem['role'], { name }: Family): Buffer {
  return digest(`${storedRoles[role]}\n${name}`)
}

/** Returns 16 bytes. A slice of a hash's buffer would keep the whole buffer in memory outside the heap. */
function digest(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex').slice(0, HEX_DIGITS), 'hex')
}
