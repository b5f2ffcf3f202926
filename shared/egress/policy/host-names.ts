/** Names with a meaning inside a network. Each stands for itself and for every name below it. */
const internalNames = [
  // RFC 6761 and 2606: localhost, test, example, invalid. RFC 6762: local. RFC 7686: onion. RFC 8375: home.arpa. RFC 9476: alt.
  'localhost',
  'test',
  'example',
  'invalid',
  'local',
  'onion',
  'alt',
  'arpa',
  // Reserved by ICANN for private use, and names that routers and companies use without reservation.
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'private',
  'mail',
  'localdomain',
  // Service discovery of clusters.
  'svc',
  'kubernetes.default',
  'consul',
  // Cloud metadata hosts outside of the suffixes above.
  'metadata.goog',
  'metadata.tencentyun.com',
]

const internalSuffixes = internalNames.map((name) => `.${name}`)

/** A host name as the DNS knows it: the `hostname` of a WHATWG URL without a trailing dot. */
export function plainName(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

/**
 * Whether the name fits the DNS (RFC 1035, section 2.3.4): labels of 1 to 63 octets, 253 octets in total
 * without the root.
 */
export function fitsDns(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label.length >= 1 && label.length <= 63)
}

/**
 * Whether a plain name looks internal: a single label, or below a name reserved for private use. This only
 * gives clear messages; the check of the addresses, which happens for every name, gives the safety.
 */
export function isInternalName(name: string): boolean {
  if (!name.includes('.')) return true
  return internalSuffixes.some((suffix) => name.endsWith(suffix)) || internalNames.includes(name)
}
