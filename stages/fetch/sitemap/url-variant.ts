/**
 * What an address has in common with its variants: without scheme, `www.`, case, slashes at the end, query and
 * fragment. Null when it is no http(s) URL.
 */
export function variantKey(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const path = url.pathname.toLowerCase().replace(/\/+$/, '')
  return `${url.host.replace(/^www\./, '')}${path}`
}

/** The address as others write it: WHATWG serialisation without the fragment. Null when it is no URL. */
export function withoutFragment(address: string): string | null {
  return URL.parse(address)?.href.split('#', 1)[0] ?? null
}
