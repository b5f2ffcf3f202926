import { hash } from 'node:crypto'
import { isRendered } from '#shared/operations/rendered.ts'
import { equalityKey } from '#shared/web/address-of.ts'
import type { Batch, Family, NewItem } from '../frontier.ts'

/** How hashes, and files of the frontier, write the roles. Files of former versions depend on it. */
export const storedRoles = { page: 'page', discovery: 'scout' } as const satisfies Record<
  NewItem['role'],
  string
>

/** Which URLs of a batch are one item, besides those that `URL` serialises equally. */
interface UrlEquality {
  /** URLs that differ in their fragments are different items. */
  readonly hasFragment: boolean
  /** URLs that differ in spelling only (RFC 3986, section 6.2.2) are different items. */
  readonly hasSpelling: boolean
}

const ofSite: UrlEquality = { hasFragment: false, hasSpelling: false }

/**
 * In a list, two fragments may be two views of a page, and each line has its own result. Links of a crawl point to places
 * inside pages, and a site spells one page in several ways.
 */
export function equalityOf({
  crawl,
  sitemaps,
  operation,
}: Pick<Batch, 'crawl' | 'sitemaps' | 'operation'>): UrlEquality {
  if (crawl !== null) return ofSite
  return { hasFragment: isRendered(operation), hasSpelling: sitemaps.length === 0 }
}

/** What distinguishes an item from the others of its batch. */
export interface ItemKeys {
  /** Its parameters without `url`, as JSON text. */
  readonly json: string
  /** 16 bytes as hexadecimal digits, see `itemHash`. */
  readonly hash: string
}

/** Returns the keys of an item. Its URL must be valid. */
export function keysOfItem({ role, parameters }: NewItem, equality: UrlEquality): ItemKeys {
  const { url, ...others } = parameters
  const json = JSON.stringify(others)
  return { json, hash: itemHash(role, url, json, equality) }
}

/**
 * Returns a hash of what distinguishes the items of a batch: role, URL and the other parameters as JSON text.
 * `url` must be a valid URL.
 */
export function itemHash(
  role: NewItem['role'],
  url: string,
  parametersJson: string,
  { hasFragment, hasSpelling }: UrlEquality,
): string {
  const normal = new URL(url)
  if (!hasFragment || normal.hash === '') normal.hash = ''
  const { href } = normal
  return digest(`${storedRoles[role]}\n${hasSpelling ? href : equalityKey(href)}\n${parametersJson}`)
}

/**
 * Returns a hash that distinguishes the families of a batch. Pages and their discovery items are counted
 * separately.
 */
export function familyHash(role: NewItem['role'], { name }: Family): string {
  return digest(`${storedRoles[role]}\n${name}`)
}

/** Returns true when an ending that names this URL, or none, may be that of an item with the other one. */
export function isUrlOf(url: string | null | undefined, itemUrl: string): boolean {
  return (
    url === null || url === undefined || url === itemUrl || URL.parse(url)?.href === URL.parse(itemUrl)?.href
  )
}

const HEX_DIGITS = 32

/** Returns 16 bytes of the SHA-256 of a text, as hexadecimal digits. */
export function digest(text: string): string {
  return hash('sha256', text, 'hex').slice(0, HEX_DIGITS)
}
