import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** Offsets of the page's own tags in its text; null for tags that it omits, as HTML allows. */
export interface WrittenTags {
  readonly doctype: number | null
  readonly html: number | null
  readonly head: number | null
  /** Where the author ends the head: the first `</head>` or `<body>`. */
  readonly headEnd: number | null
}

const tag =
  /<(?:!--|!doctype\b|(?:\/head|html|head|body|script|style|title|textarea|noscript|template)(?=[\s/>]))/gi
/** Start of text that hides the tags inside it, with its end. */
const ends: Readonly<Record<string, string>> = {
  '<!--': '-->',
  '<script': '</script',
  '<style': '</style',
  '<title': '</title',
  '<textarea': '</textarea',
  '<noscript': '</noscript',
  '<template': '</template',
}

/**
 * Finds the tags in the text, since the parser drops them where it does not expect them. Comments and scripts are
 * skipped.
 */
export const writtenTags = memoize(({ source }: PageDocument): WrittenTags => {
  const found = new Map<string, number>()
  const text = source
  tag.lastIndex = 0
  for (let match = tag.exec(text); match !== null; match = tag.exec(text)) {
    const name = match[0].toLowerCase()
    if (!found.has(name)) found.set(name, match.index)
    if (name === '</head' || name === '<body') break
    const end = ends[name]
    const at = end === undefined ? tag.lastIndex : endOf(text, end, tag.lastIndex)
    if (at < 0) break
    tag.lastIndex = at
  }
  const offset = (name: string) => found.get(name) ?? null
  return {
    doctype: offset('<!doctype'),
    html: offset('<html'),
    head: offset('<head'),
    headEnd: offset('</head') ?? offset('<body'),
  }
})

/** Offset of an end tag in any case, or of the end of a comment. */
function endOf(text: string, end: string, from: number): number {
  if (end === '-->') return text.indexOf(end, from)
  const pattern = new RegExp(end, 'gi')
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? -1
}
