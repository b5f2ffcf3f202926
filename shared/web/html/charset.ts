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

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === 0x0c

interface Attribute {
  readonly name: string
  readonly value: string
  readonly next: number
}

/** Reads bytes as ISO 8859-1 and returns ASCII letters in lower case; the algorithm compares only ASCII. */
class Reader {
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get byte(): number | undefined {
    return this.#bytes[this.at]
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  skipWhile(test: (byte: number | undefined) => boolean): void {
    while (!this.isAtEnd && test(this.byte)) this.at++
  }

  takeUntil(test: (byte: number | undefined) => boolean): string {
    const start = this.at
    this.skipWhile((byte) => !test(byte))
    return Buffer.from(this.#bytes.subarray(start, this.at)).toString('latin1').toLowerCase()
  }

  startsWith(text: string): boolean {
    for (let i = 0; i < text.length; i++) {
      const byte = this.#bytes[this.at + i] ?? 0
      const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte
      if (lower !== text.charCodeAt(i)) return false
    }
    return true
  }
}

/** HTML Standard, section 13.2.3.2, "get an attribute". Null at the end of the tag. */
function nextAttribute(reader: Reader): Attribute | null {
  reader.skipWhile((byte) => isSpace(byte) || byte === 0x2f)
  if (reader.isAtEnd || reader.byte === 0x3e) return null
  let name = reader.byte === 0x3d ? '=' : ''
  if (name !== '') reader.at++
  name += reader.takeUntil((byte) => byte === 0x3d || byte === 0x2f || byte === 0x3e || isSpace(byte))
  reader.skipWhile(isSpace)
  if (reader.byte !== 0x3d) return { name, value: '', next: reader.at }
  reader.at++
  reader.skipWhile(isSpace)
  return { name, value: attributeValue(reader), next: reader.at }
}

function attributeValue(reader: Reader): string {
  const quote = reader.byte
  if (quote !== 0x22 && quote !== 0x27) return reader.takeUntil((byte) => byte === 0x3e || isSpace(byte))
  reader.at++
  const value = reader.takeUntil((byte) => byte === quote)
  reader.at++
  return value
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

function charsetOfMeta(reader: Reader): string | null {
  const seen = new Map<string, string>()
  for (let found = nextAttribute(reader); found; found = nextAttribute(reader))
    if (!seen.has(found.name)) seen.set(found.name, found.value)
  const charset = seen.get('charset')
  if (charset !== undefined) return labelToName(charset)
  return seen.get('http-equiv') === 'content-type' ? charsetInContent(seen.get('content') ?? '') : null
}

function skipTag(reader: Reader): void {
  reader.skipWhile((byte) => !isSpace(byte) && byte !== 0x3e)
  while (nextAttribute(reader) !== null);
}

function skipComment(reader: Reader): void {
  reader.at += 2
  while (!reader.isAtEnd && !reader.startsWith('-->')) reader.at++
}

function isMeta(reader: Reader): boolean {
  if (!reader.startsWith('<meta')) return false
  reader.at += 5
  if (isSpace(reader.byte) || reader.byte === 0x2f) return true
  reader.at -= 5
  return false
}

/** Reads the markup that begins with `<`. Returns the encoding if it is a meta element that declares one. */
function readMarkup(reader: Reader): string | null {
  if (reader.startsWith('<!--')) {
    skipComment(reader)
    return null
  }
  if (isMeta(reader)) return charsetOfMeta(reader)
  reader.at++
  const sign = reader.byte ?? 0
  if (sign === 0x21 || sign === 0x3f) reader.skipWhile((byte) => byte !== 0x3e)
  else if (sign === 0x2f || (sign | 0x20) >= 0x61) skipTag(reader)
  return null
}

/**
 * Name (in the Encoding Standard) of the encoding that a meta element in `bytes` declares; null if none does.
 * HTML Standard, section 13.2.3.2, "prescan a byte stream to determine its encoding".
 */
export function prescan(bytes: Uint8Array): string | null {
  const reader = new Reader(bytes)
  for (; !reader.isAtEnd; reader.at++) {
    if (reader.byte !== 0x3c) continue
    const name = readMarkup(reader)
    if (name === 'UTF-16LE' || name === 'UTF-16BE') return 'UTF-8'
    if (name === 'x-user-defined') return 'windows-1252'
    if (name !== null) return name
  }
  return null
}
