/** Names that mean something inside of a network; each stands for itself and for everything below it. */
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
  // Reserved by ICANN for private use, and what routers and companies use although nobody reserved it.
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

/** A host as the DNS knows it: `hostname` of a WHATWG URL without the dot that may end it. */
export function plainName(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

/** RFC 1035, section 2.3.4: labels of 1 to 63 octets, 253 octets in all without the root. */
export function fitsDns(name: string): boolean {
  return name.length <= 253 && name.split('.').every((label) => label.length >= 1 && label.length <= 63)
}

/**
 * Whether a plain name is internal by its form: one label alone, or below a name reserved for private use.
 * This gives clear messages; safety comes from the addresses, which are judged whatever the name.
 */
export function isInternalName(name: string): boolean {
  if (!name.includes('.')) return true
  return internalSuffixes.some((suffix) => name.endsWith(suffix)) || internalNames.includes(name)
}
