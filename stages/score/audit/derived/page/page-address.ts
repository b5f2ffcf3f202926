import { isPublicAddress, parseAddress } from '#shared/egress/policy/address.ts'
import { isInternalName, plainName } from '#shared/egress/policy/host-names.ts'
import { addressOf } from '#shared/web/address-of.ts'

/**
 * Whether the host is this machine, in a private network, or a name that the public DNS does not have (RFC 6761): no
 * search engine comes there, and https is not expected.
 */
export function isPrivateHost(url: URL): boolean {
  const address = addressIn(url)
  return address === null ? isInternalName(plainName(url.hostname)) : !isPublicAddress(address)
}

/** Whether the host is an IP address rather than a name. */
export function isAddress(url: URL): boolean {
  return addressIn(url) !== null
}

/**
 * Whether the host is this machine, by address or name: what it sends counts as secure without https (Secure
 * Contexts, 3.1).
 */
export function isLoopback(url: URL): boolean {
  const name = plainName(url.hostname)
  return (
    /^127\.\d+\.\d+\.\d+$/.test(name) ||
    name === '[::1]' ||
    name === 'localhost' ||
    name.endsWith('.localhost')
  )
}

function addressIn({ hostname }: URL) {
  return parseAddress(hostname.replace(/^\[|\]$/g, ''))
}

/** Whether a text is an absolute http(s) URL: a scheme, two slashes and a host. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\/[^/]/i.test(text) && URL.canParse(text)
}

const parameters = ['page', 'p', 'paged', 'pg', 'seite', 'pagina', 'page_no', 'pagenumber']
const pathNumber = /\/(?:page|seite|pagina|p)[/-]?(\d{1,6})\/?$/i

/** The position of a page in a paginated series. */
export interface PageNumber {
  readonly number: number
  /** URLs that the first page may have, normalised, without a trailing slash. */
  readonly firstPages: ReadonlySet<string>
}

/** The number by the URL, e.g. `?page=2` or `/page/2/`; null unless it is a second or later page. */
export function pageNumberOf(url: URL): PageNumber | null {
  return fromQuery(url) ?? fromPath(url)
}

/** Whether the URL is the first page of the series. */
export function isFirstPage({ firstPages }: PageNumber, url: URL): boolean {
  return firstPages.has(plain(url))
}

function fromQuery(url: URL): PageNumber | null {
  const name = [...url.searchParams.keys()].find((key) => parameters.includes(key.toLowerCase()))
  const number = name === undefined ? null : numberOf(url.searchParams.get(name))
  if (name === undefined || number === null) return null
  const without = new URL(url)
  without.searchParams.delete(name)
  const first = new URL(url)
  first.searchParams.set(name, '1')
  return { number, firstPages: new Set([plain(without), plain(first)]) }
}

function fromPath(url: URL): PageNumber | null {
  const found = pathNumber.exec(url.pathname)
  const number = numberOf(found?.[1] ?? null)
  if (found === null || number === null) return null
  const without = new URL(url)
  without.pathname = url.pathname.slice(0, found.index) || '/'
  const first = new URL(url)
  first.pathname = url.pathname.replace(/\d{1,6}(\/?)$/, '1$1')
  return { number, firstPages: new Set([plain(without), plain(first)]) }
}

/** Product pages may have numbers too: `?p=4711` is no page of a series. */
function numberOf(text: string | null): number | null {
  const number = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0
  return number > 1 ? number : null
}

function plain(url: URL): string {
  return addressOf(url).replace(/\/(?=$|\?)/, '')
}
