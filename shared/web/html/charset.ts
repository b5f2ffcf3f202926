import { isUtf8 } from 'node:buffer'
import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js'

export interface DecodedPage {
  readonly text: string
  /** Name of the encoding in the Encoding Standard, e.g. `UTF-8`, `windows-1251`, `EUC-KR`. */
  readonly charset: string
  /**
   * What determined the encoding: byte order mark, Content-Type, meta element, the bytes being valid UTF-8,
   * or the default.
   */
  readonly source: 'bom' | 'transport' | 'meta' | 'utf8' | 'default'
}

/** Bytes to prescan. The HTML Standard requires at least 1,024; many pages declare their encoding later. */
const prescanBytes = 16_384

/**
 * The first charset parameter of a Content-Type (MIME Sniffing Standard, section 4.4); null if there is none.
 */
export function charsetParameter(contentType: string): string | null {
  const found = /;[\t\n\r ]*charset=(?:"((?:[^"\\]|\\.)*)|([^;]*))/i.exec(contentType)
  if (!found) return null
  return found[1]?.replace(/\\(.)/g, '$1') ?? found[2]?.trim() ?? null
}

function sniff(body: Uint8Array, contentType: string | null): Omit<DecodedPage, 'text'> {
  const bom = getBOMEncoding(body)
  if (bom) return { charset: labelToName(bom) ?? 'UTF-8', source: 'bom' }
  const transport = labelToName(charsetParameter(contentType ?? '') ?? '')
  if (transport) return { charset: transport, source: 'transport' }
  const declared = prescan(body.subarray(0, prescanBytes))
  if (declared) return { charset: declared, source: 'meta' }
  return isUtf8(body) ? { charset: 'UTF-8', source: 'utf8' } : { charset: 'windows-1252', source: 'default' }
}

/**
 * Decodes a page by the Encoding Standard; invalid bytes become U+FFFD. The encoding is that of the byte
 * order mark, else of the Content-Type, else of a meta element; else, unlike the HTML Standard, UTF-8 if all
 * bytes are valid; else windows-1252.
 */
export function decodePage(body: Uint8Array, contentType: string | null): DecodedPage {
  const { charset, source } = sniff(body, contentType)
  return { text: legacyHookDecode(body, charset.toLowerCase()), charset, source }
}

/** HTML Standard, section 13.2.3.2, "get an attribute". No name = the tag ends. */
const attribute =
  /[\t\n\f\r /]*(=?[^\t\n\f\r /=>]*)(?:[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"?|'([^']*)'?|([^\t\n\f\r >]*)))?/y

/** The attributes of the tag that continues at `from`, the first of each name, and where the tag ends. */
function readAttributes(text: string, from: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>()
  attribute.lastIndex = from
  for (let found = attribute.exec(text); found?.[1]; found = attribute.exec(text)) {
    const [, name, ...values] = found
    if (!attributes.has(name)) attributes.set(name, values.find((value) => value !== undefined) ?? '')
  }
  return { attributes, end: attribute.lastIndex }
}

/**
 * HTML Standard, section 2.4.3, "extracting a character encoding from a meta element". `content` is in lower
 * case.
 */
function charsetInContent(content: string): string | null {
  const found =
    /charset[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"]*)"|'([^']*)'|([^"'\t\n\f\r ;][^\t\n\f\r ;]*))/.exec(content)
  return found ? labelToName(found[1] ?? found[2] ?? found[3] ?? '') : null
}

function charsetOfMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset')
  if (charset !== undefined) return labelToName(charset)
  const isContentType = attributes.get('http-equiv') === 'content-type'
  return isContentType ? charsetInContent(attributes.get('content') ?? '') : null
}

/** What may begin with `<`: a comment; a meta element; the name of another tag; a declaration or an end without name. */
const markup = /<(?:(!--)|(meta)[\t\n\f\r /]|\/?[a-z][^\t\n\f\r >]*|([!/?]))/y

/** Reads the markup at `<`: where it ends, and the encoding if it is a meta element that declares one. */
function readMarkup(text: string, at: number): { end: number; name: string | null } {
  markup.lastIndex = at
  const [whole, comment, meta, other] = markup.exec(text) ?? []
  if (whole === undefined) return { end: at + 1, name: null }
  const closing = comment ? text.indexOf('-->', at + 2) : other ? text.indexOf('>', at) : null
  if (closing !== null) return { end: closing < 0 ? text.length : closing, name: null }
  const { attributes, end } = readAttributes(text, markup.lastIndex)
  return { end, name: meta ? charsetOfMeta(attributes) : null }
}

/**
 * Name (in the Encoding Standard) of the encoding that a meta element in `bytes` declares; null if none does.
 * HTML Standard, section 13.2.3.2, "prescan a byte stream to determine its encoding". The algorithm compares only ASCII.
 */
export function prescan(bytes: Uint8Array): string | null {
  const near = declaredIn(bytes.subarray(0, nearBytes))
  // Behind a declaration that ends where the bytes do, more of it may stand.
  if (near !== null && near.end < nearBytes) return near.name
  return declaredIn(bytes)?.name ?? null
}

/** Most pages declare their encoding within so many bytes, and the others are read twice. */
const nearBytes = 2_048

function declaredIn(bytes: Uint8Array): { end: number; name: string } | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').toLowerCase()
  for (let at = text.indexOf('<'); at >= 0; ) {
    const { end, name } = readMarkup(text, at)
    if (name !== null) return { end, name: insteadOf.get(name) ?? name }
    at = text.indexOf('<', end)
  }
  return null
}

/** What a declaration in ASCII cannot mean, and what is taken for it. */
const insteadOf: ReadonlyMap<string, string> = new Map([
  ['UTF-16LE', 'UTF-8'],
  ['UTF-16BE', 'UTF-8'],
  ['x-user-defined', 'windows-1252'],
])
