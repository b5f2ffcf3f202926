import { isUtf8 } from 'node:buffer'
import { getBOMEncoding, labelToName, legacyHookDecode } from '@exodus/bytes/encoding.js'
import { prescan } from '#shared/web/html/prescan.ts'

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
