/** RFC 9110, section 7.6.1, and the proxy's own fields of sections 11.7 and 6.6.2: they end at this hop. */
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

/** Fields in a flat list of names and values, as `rawHeaders` of node:http. */
export type RawFields = readonly string[]

/**
 * What of a message goes on to the next hop: all but the hop-by-hop fields and those that Connection names, in order and
 * spelling as they came. No Via is added: servers leave out compression for it, and a measured page would not be the real one.
 */
export function endToEndFields(fields: RawFields): string[] {
  const connectionOptions = new Set(valuesOf(fields, 'connection').flatMap(listItems))
  return pairs(fields)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !connectionOptions.has(name.toLowerCase()))
    .flat()
}

/** A request's end-to-end fields with the Host of its target (RFC 9112, section 3.2.2), chunked anew when it was. */
export function requestFields(fields: RawFields, authority: string): string[] {
  const otherFields = pairs(endToEndFields(fields)).filter(([name]) => name.toLowerCase() !== 'host')
  const coding = isChunked(fields) ? ['Transfer-Encoding', 'chunked'] : []
  return ['Host', authority, ...otherFields.flat(), ...coding]
}

/**
 * Whether the message's length can be read one way only (RFC 9112, sections 6.1 and 6.3): no transfer coding but chunked, and
 * none beside Content-Length.
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
