import {
  type AddressState,
  addressStates,
  type NotIndexableReason,
  notIndexableReasons,
  type Site,
} from '../site.ts'

/** The URL of an address. */
export function urlOf({ addresses }: Pick<Site, 'addresses'>, address: number): string {
  return addresses.url(address)
}

/** The origin of a web URL, as the URL Standard serialises both: `https://host:8443`. */
export function originOf(url: string): string {
  return /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? ''
}

/** The URL of a page. */
export function pageUrl(site: Site, page: number): string {
  return urlOf(site, site.pages.address[page] as number)
}

/** The pages on hosts of the site, in order of their URLs: a redirect may have led to another site. */
export function* pagesInside({ pages, addresses }: Pick<Site, 'pages' | 'addresses'>): Generator<number> {
  for (let page = 0; page < pages.count; page++)
    if (addresses.isInside[pages.address[page] as number] === 1) yield page
}

/** The other page that a page names as its canonical; -1 = none, or none that was read. */
export function canonicalPage({ pages, addresses }: Pick<Site, 'pages' | 'addresses'>, page: number): number {
  const canonical = pages.canonical[page] as number
  const target = canonical < 0 ? -1 : (addresses.page[canonical] as number)
  return target === page ? -1 : target
}

/** What came of requesting an address. */
export function stateOf({ addresses }: Site, address: number): AddressState {
  return addressStates[addresses.state[address] as number] as AddressState
}

/** Why a page cannot be indexed; `none` when it can. */
export function reasonOf({ pages }: Site, page: number): NotIndexableReason {
  return notIndexableReasons[pages.reason[page] as number] as NotIndexableReason
}

/** The addresses for which `isWanted` holds, in order of their URLs. */
export function addressesWhere(
  site: Site,
  isWanted: (address: number) => boolean,
): { readonly address: number; readonly url: string }[] {
  const wanted: { address: number; url: string }[] = []
  for (let address = 0; address < site.addresses.count; address++)
    if (isWanted(address)) wanted.push({ address, url: urlOf(site, address) })
  return wanted.sort((a, b) => (a.url < b.url ? -1 : 1))
}

/** The origins of the addresses for which `isWanted` holds. */
export function originsWhere(
  { addresses }: Pick<Site, 'addresses'>,
  isWanted: (address: number) => boolean,
): Set<string> {
  const origins = new Set<string>()
  for (let address = 0; address < addresses.count; address++)
    if (isWanted(address)) origins.add(originOf(addresses.url(address)))
  return origins
}

/** Redirects that are followed from one address. Browsers stop at 20 (Fetch Standard, 4.4, "HTTP-redirect fetch"). */
const MAX_HOPS = 20

/** The addresses that a redirecting one leads to, in order. The last one is no redirect, unless they are a loop. */
export function redirectsFrom({ addresses }: Pick<Site, 'addresses'>, address: number): number[] {
  const hops: number[] = []
  for (
    let at = addresses.next[address] as number;
    at >= 0 && hops.length < MAX_HOPS;
    at = addresses.next[at] as number
  ) {
    hops.push(at)
    if (at === address) break
  }
  return hops
}

/** Failure codes and reasons that say that nothing is there, rather than that it could not be inspected. */
const goneReasons: ReadonlySet<string> = new Set([
  'dns_failure',
  'connection_refused',
  'connection_reset',
  'connection_timeout',
  'connection_failed',
  'tls_error',
  'invalid_response',
])

/** Too many requests (RFC 6585, section 4) says nothing about the page. */
const TOO_MANY = 429

/** The address at the end of the redirects of another one; itself without any. */
export function endOf(site: Pick<Site, 'addresses'>, address: number): number {
  return redirectsFrom(site, address).at(-1) ?? address
}

/** The status at the end of the redirects of an address; 0 = not known. */
export function statusOf(site: Site, address: number): number {
  const page = site.addresses.page[address] as number
  return page >= 0
    ? (site.pages.status[page] as number)
    : (site.addresses.status[endOf(site, address)] as number)
}

/** Whether an address leads to an error: a status of 400 or more, or no answer. */
export function isBroken(site: Site, address: number): boolean {
  if (stateOf(site, endOf(site, address)) === 'challenged') return false
  const status = statusOf(site, address)
  if (status >= 400) return status !== TOO_MANY
  const end = endOf(site, address)
  return (
    stateOf(site, end) === 'failed' && goneReasons.has(site.text(site.addresses.failureReason[end] as number))
  )
}

const ROBOTS = 'ROBOTS_TXT_BLOCKED'

/** Whether robots.txt forbids to request an address, or the page that was read there. */
export function isDisallowed(site: Site, address: number): boolean {
  const { page, code, failureReason } = site.addresses
  if ((page[address] as number) >= 0) return site.pages.isDisallowed[page[address] as number] === 1
  return [code, failureReason].some(
    (texts) => texts[address] !== 0 && site.text(texts[address] as number) === ROBOTS,
  )
}

/** Whether its redirects do not end. */
export function isLoop(site: Site, address: number): boolean {
  const reason = site.addresses.failureReason[address] as number
  return reason !== 0 && site.text(reason) === 'too_many_redirects'
}

/** Whether the crawl or the list began with the page. */
export function isSeed({ addresses, pages }: Site, page: number): boolean {
  return addresses.isSeed[pages.address[page] as number] === 1 || pages.depth[page] === 0
}

/**
 * Why an address cannot be indexed, by what is known of it: error, redirect, noindex, another canonical or blocked. Null when
 * it can, and when nobody asked for it.
 */
export function addressFault(site: Site, address: number): string | null {
  const state = stateOf(site, address)
  if (state === 'redirect') return 'redirect'
  if (state === 'page') {
    const reason = reasonOf(site, site.addresses.page[address] as number)
    return reason === 'none' ? null : reason
  }
  if (isDisallowed(site, address)) return 'blocked'
  return isBroken(site, address) ? 'error' : null
}

/** The same for the canonical of a page: that it has another canonical itself is a finding of its own (a chain). */
export function canonicalFault(site: Site, address: number): string | null {
  const fault = addressFault(site, address)
  return fault === 'canonical' ? null : fault
}

/** A language version that a page names. */
interface Alternate {
  readonly hreflang: string
  readonly address: number
}

/** The language versions that a page names, in its order. */
export function alternatesOf({ pages, text }: Site, page: number): Alternate[] {
  const { start, values } = pages.alternates
  const from = start[page] as number
  return Array.from({ length: ((start[page + 1] as number) - from) / 2 }, (_, at) => ({
    hreflang: text(values[from + 2 * at] as number),
    address: values[from + 2 * at + 1] as number,
  }))
}
