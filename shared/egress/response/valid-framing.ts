/** A body in chunks, of so many bytes, or up to the end of the connection (RFC 9112, section 6.3). */
export type Framing = 'chunked' | 'close' | number

const CR = 0x0d
const LF = 0x0a
const COLON = 0x3a

const characters = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
/** The bytes of a field name, and those of a value (RFC 9110, sections 5.1 and 5.5). */
const nameBytes = characters.map((character) => /[!#$%&'*+\-.^_`|~\dA-Za-z]/.test(character))
const valueBytes = characters.map((character) => /[\t\x20-\x7e\x80-\xff]/.test(character))

/**
 * Where the body ends, by the fields that begin at `at` and end with an empty line, the end of `head`. Null where one
 * of them is not valid, or more than one tells the end, or one tells it in an unusual way. The same as a strict parser
 * would say, and quick: most heads are valid.
 */
export function validFraming(head: Buffer, at: number): Framing | null {
  let framing: Framing = 'close'
  let start = at
  while (head[start] !== CR) {
    const colon = skip(head, start, nameBytes)
    const end = skip(head, colon + 1, valueBytes)
    if (colon === start || head[colon] !== COLON || !isLineEnd(head, end)) return null
    const own = fieldFraming(head, start, colon, end)
    if (own === null || (own !== 'close' && framing !== 'close')) return null
    if (own !== 'close') framing = own
    start = end + 2
  }
  return isLineEnd(head, start) && start + 2 === head.length ? framing : null
}

function skip(bytes: Buffer, from: number, wanted: readonly boolean[]): number {
  let at = from
  while (at < bytes.length && wanted[bytes[at] ?? 0]) at++
  return at
}

function isLineEnd(bytes: Buffer, at: number): boolean {
  return bytes[at] === CR && bytes[at + 1] === LF
}

const lengthName = 'content-length'
const codingName = 'transfer-encoding'

/** What one field says of the body: nothing is `close`. Null for an unusual value. */
function fieldFraming(head: Buffer, start: number, colon: number, end: number): Framing | null {
  const chars = colon - start
  if (chars !== lengthName.length && chars !== codingName.length) return 'close'
  const name = head.toString('latin1', start, colon).toLowerCase()
  if (name !== lengthName && name !== codingName) return 'close'
  const value = head.toString('latin1', colon + 1, end)
  if (name === codingName) return /^[\t ]*chunked[\t ]*$/i.test(value) ? 'chunked' : null
  const [, length] = /^[\t ]*(\d{1,18})[\t ]*$/.exec(value) ?? []
  return length === undefined ? null : Number(length)
}
