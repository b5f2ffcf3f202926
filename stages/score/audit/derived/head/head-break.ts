import { type ChildNode, type Element, isTag, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { standsInHead } from './head-elements.ts'

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

/** A node that may not stand in a head and so ended it early (HTML, 13.2.6.4.4). */
export interface HeadBreak {
  readonly node: ChildNode
  /** `<iframe>`, or `text`. */
  readonly what: string
  /** Metadata that ended up in the body, where crawlers ignore it. */
  readonly lost: readonly Element[]
}

const metadataNames = ['title', 'meta', 'link', 'base'] as const

/** The node that ended the head early; null where the head ends as written, or where no head is written. */
export const headBreak = memoize((document: PageDocument): HeadBreak | null => {
  const { head, headEnd } = writtenTags(document)
  const node = firstOfBody(document)
  if (node === null || headEnd === null) return null
  // An element that the parser makes of an end tag (`</br>`) has no place of its own; what follows it has.
  const own = document.sourceLocation(node)?.start
  if (own !== undefined && own >= headEnd) return null
  const lost = lostMetadata(document)
  const first = own ?? (lost[0] && document.sourceLocation(lost[0])?.start)
  if (first === undefined || first >= headEnd) return null
  // Content before `<head>` is reported by head-not-first.
  if (head !== null && first < head) return null
  return { node, what: isTag(node) ? `<${node.name}>` : 'text', lost }
})

/** Metadata in the body that was written before the end of the head. */
export const lostMetadata = memoize((document: PageDocument): readonly Element[] => {
  const { headEnd } = writtenTags(document)
  return headEnd === null ? [] : lostFrom(document, headEnd)
})

function lostFrom(document: PageDocument, headEnd: number): Element[] {
  const lost: Element[] = []
  for (const element of document.byTag(...metadataNames)) {
    const start = document.sourceLocation(element)?.start ?? headEnd
    if (start < headEnd && !standsInHead(document, element)) lost.push(element)
  }
  return lost
}

/** The first element or text below body. */
function firstOfBody({ body }: PageDocument): ChildNode | null {
  let node = body?.firstChild ?? null
  while (node !== null && !isTag(node) && !(isText(node) && /[^\t\n\f\r ]/.test(node.data))) node = node.next
  return node
}

/** The first element or text of the page, html, head and body ignored; null for an empty page. */
export const firstContent = memoize((document: PageDocument): { node: ChildNode; start: number } | null => {
  const candidates = [firstElement(document), firstOfBody(document)]
    .filter((node) => node !== null)
    .flatMap((node) => ({ node, start: document.sourceLocation(node)?.start ?? [] }))
    .filter((found): found is { node: ChildNode; start: number } => typeof found.start === 'number')
  return candidates.sort((a, b) => a.start - b.start)[0] ?? null
})

function firstElement({ all }: PageDocument): Element | null {
  return all.find(({ name }) => name !== 'html' && name !== 'head' && name !== 'body') ?? null
}
