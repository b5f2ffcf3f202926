import { labelToName } from '@exodus/bytes/encoding.js'
import type { Element } from 'domhandler'
import { charsetParameter } from '#shared/web/html/charset.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import type { HttpFacts } from '../../facts/facts.ts'

export interface CharsetMeta {
  readonly element: Element
  readonly label: string
  /** WHATWG name; null for a label that no encoding has. */
  readonly name: string | null
}

/** Metas that declare an encoding (HTML, 4.2.5.4), in document order. */
export const charsetMetas = memoize((document: PageDocument): readonly CharsetMeta[] =>
  document.byTag('meta').flatMap((element) => {
    const label = labelOf(element)
    return label === null ? [] : [{ element, label, name: labelToName(label) ?? null }]
  }),
)

/** WHATWG name of the encoding in Content-Type; null without a known one. */
export function transportCharset(http: Pick<HttpFacts, 'header'>): string | null {
  return labelToName(charsetParameter(http.header('content-type')[0] ?? '') ?? '') ?? null
}

function labelOf({ attribs }: Element): string | null {
  if (attribs.charset !== undefined) return attribs.charset.trim()
  if (attribs['http-equiv']?.trim().toLowerCase() !== 'content-type') return null
  return /charset\s*=\s*["']?([^\s;"']+)/i.exec(attribs.content ?? '')?.[1] ?? null
}

/**
 * Bytes of the text before an offset, in the page's encoding. Encodings other than UTF-8 count as single-byte, so
 * the count is never too high.
 */
export function bytesBefore({ source }: PageDocument, charset: string, offset: number): number {
  return charset.toLowerCase() === 'utf-8' ? Buffer.byteLength(source.slice(0, offset)) : offset
}
