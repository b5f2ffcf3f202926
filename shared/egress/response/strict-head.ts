import { cleanText, fieldItems, type HeadField, readFields } from './head-fields.ts'
import { type Framing, validFraming } from './valid-framing.ts'

/** A head that a strict parser reads. */
export interface StrictHead {
  readonly status: number
  /** Where the body ends, if there is one. */
  readonly framing: Framing
  /** The head, written anew. Null for a head that is valid as it is. */
  readonly rewritten: Buffer | null
}

/**
 * Reads a whole head with the empty line at its end. A head outside the grammar of HTTP/1.1 that browsers read is
 * written anew within it, with `Connection: close`: its connection serves no other request. Null when browsers do
 * not read it either: no status line, NUL, or different lengths.
 */
export function strictHead(bytes: Buffer): StrictHead | null {
  const text = bytes.toString('latin1')
  return readValid(bytes, text) ?? rewrite(text)
}

const validStatusLine = /HTTP\/1\.[01] ([1-9]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?\r\n/y

/** Null unless the head is valid, and says in one way only where the body ends. */
function readValid(bytes: Buffer, text: string): StrictHead | null {
  validStatusLine.lastIndex = 0
  const [, status] = validStatusLine.exec(text) ?? []
  const framing = status === undefined ? null : validFraming(bytes, validStatusLine.lastIndex)
  return framing === null ? null : { status: Number(status), framing, rewritten: null }
}

/** Bytes before the status line that browsers pass over. */
const MAX_GARBAGE = 4

function rewrite(text: string): StrictHead | null {
  const start = text.slice(0, MAX_GARBAGE + 'http/'.length).search(/http[/ ]/i)
  if (start < 0 || text.includes('\0')) return null
  const [first = '', ...rest] = text.slice(start).split(/\r?\n/)
  const { status, reason, isOld } = readStatusLine(first)
  const fields = readFields(rest)
  const framing = readFraming(fields, isOld)
  if (framing === null || status < 100 || status > 999) return null
  const kept = fields.filter(({ name }) => !rewrittenNames.has(name.toLowerCase()))
  const all = [...kept, ...framingFields(framing), ...(status < 200 ? [] : [closing(fields)])]
  const lines = all.map(({ name, value }) => `${name}: ${value}\r\n`)
  const head = `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`
  return { status, framing, rewritten: Buffer.from(head, 'latin1') }
}

/** Browsers take any version, and a missing status for 200. `isOld`: before HTTP/1.1. */
function readStatusLine(line: string) {
  const [, major = '1', minor = '0'] = /^http\/(\d)\.(\d)/i.exec(line) ?? []
  const [, digits = '', reason = ''] = /^[^ ]* +(\d*)(.*)$/s.exec(line) ?? []
  const status = digits === '' ? 200 : Number(digits)
  return { status, reason: cleanText(reason), isOld: Number(`${major}.${minor}`) < 1.1 }
}

const rewrittenNames = new Set(['content-length', 'transfer-encoding', 'connection'])

/**
 * Chunks override a length, and equal lengths are one (RFC 9112, section 6.3). A length that is no number counts as
 * none. Null for different lengths, and for a number with a sign.
 */
function readFraming(fields: readonly HeadField[], isOld: boolean): Framing | null {
  const codings = fieldItems(fields, 'transfer-encoding').map((coding) => coding.toLowerCase())
  const [length, ...others] = new Set(fieldItems(fields, 'content-length'))
  if (codings.includes('chunked') && !(isOld && length !== undefined)) return 'chunked'
  if (others.length > 0 || /^[-+]\d/.test(length ?? '')) return null
  return length !== undefined && /^\d{1,18}$/.test(length) ? Number(length) : 'close'
}

function framingFields(framing: Framing): readonly HeadField[] {
  if (framing === 'close') return []
  if (framing === 'chunked') return [{ name: 'Transfer-Encoding', value: 'chunked' }]
  return [{ name: 'Content-Length', value: String(framing) }]
}

/** Closes the connection after the response. What else Connection names stays named. */
function closing(fields: readonly HeadField[]): HeadField {
  const options = fieldItems(fields, 'connection').filter(
    (option) => !/^(keep-alive|close|upgrade|)$/i.test(option),
  )
  return { name: 'Connection', value: ['close', ...options].join(', ') }
}
