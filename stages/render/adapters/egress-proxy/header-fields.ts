/** Fields that are removed at each hop: RFC 9110, section 7.6.1, and the proxy fields of sections 11.7 and 6.6.2. */
const hopByHop = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'te',
  'transfer-encoding',
  'upgrade',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'trailer',
])

/** Names and values in a flat list, as in `rawHeaders` of node:http. */
export type RawFields = readonly string[]

/**
 * The fields that go to the next hop: all but the hop-by-hop fields and those that Connection names, in their original order and
 * spelling. Adds no Via: some servers do not compress for clients with Via, and the measured page would differ from the real one.
 */
export function endToEndFields(fields: RawFields): string[] {
  const connectionOptions = new Set(valuesOf(fields, 'connection').flatMap(listItems))
  return pairs(fields)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !connectionOptions.has(name.toLowerCase()))
    .flat()
}

/** The end-to-end fields of a request with the Host of its target (RFC 9112, section 3.2.2); a chunked request stays chunked. */
export function requestFields(fields: RawFields, authority: string): string[] {
  const otherFields = pairs(endToEndFields(fields)).filter(([name]) => name.toLowerCase() !== 'host')
  const coding = isChunked(fields) ? ['Transfer-Encoding', 'chunked'] : []
  return ['Host', authority, ...otherFields.flat(), ...coding]
}

/**
 * Whether the length of the message is unambiguous (RFC 9112, sections 6.1 and 6.3): no transfer coding but chunked, and not together
 * with Content-Length. Protects against request smuggling.
 */
export function hasUnambiguousLength(fields: RawFields): boolean {
  const codings = valuesOf(fields, 'transfer-encoding').flatMap(listItems)
  const lengths = valuesOf(fields, 'content-length')
  if (codings.length === 0) return lengths.length <= 1
  return codings.length === 1 && isChunked(fields) && lengths.length === 0
}

function isChunked(fields: RawFields): boolean {
  return valuesOf(fields, 'transfer-encoding').flatMap(listItems).includes('chunked')
}

function valuesOf(fields: RawFields, wanted: string): string[] {
  return pairs(fields)
    .filter(([name]) => name.toLowerCase() === wanted)
    .map(([, value]) => value)
}

function listItems(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
}

function pairs(fields: RawFields): [name: string, value: string][] {
  return Array.from({ length: fields.length / 2 }, (_, i) => [fields[2 * i] ?? '', fields[2 * i + 1] ?? ''])
}
