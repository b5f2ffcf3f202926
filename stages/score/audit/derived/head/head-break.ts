import type { ChildNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { standsInHead } from './head-elements.ts'
import { writtenTags } from './written-tags.ts'

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
  const start = node === null ? null : (document.sourceLocation(node)?.start ?? null)
  if (node === null || start === null || headEnd === null || start >= headEnd) return null
  // Content before `<head>` is reported by head-not-first.
  if (head !== null && start < head) return null
  return { node, what: isTag(node) ? `<${node.name}>` : 'text', lost: lostFrom(document, headEnd) }
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
