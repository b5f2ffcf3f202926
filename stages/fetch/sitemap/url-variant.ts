/**
 * Returns the part of a URL that its variants share: without scheme, `www.`, case, trailing slashes, query
 * and fragment. Null when the text is not an http(s) URL.
 */
export function variantKey(address: string): string | null {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  const path = url.pathname.toLowerCase().replace(/\/+$/, '')
  return `${url.host.replace(/^www\./, '')}${path}`
}

/**
 * Returns the URL as the URL Standard serialises it, without the fragment. Null when the text is not a URL.
 */
export function withoutFragment(address: string): string | null {
  return URL.parse(address)?.href.split('#', 1)[0] ?? null
}
