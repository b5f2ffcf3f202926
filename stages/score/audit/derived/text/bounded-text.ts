import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { blocks } from '../../document/text.ts'
import { hasText } from '../names/id-references.ts'

/**
 * Maximum number of nodes that are read: names and captions are short, and the elements that need them are nested.
 */
const MAX_NODES = 200
/** Maximum characters of one text node. */
const MAX_PIECE = 1_000

/**
 * The exposed text below an element with the text alternatives of images, white space collapsed; ends soon after
 * `maxChars`. When the element itself is hidden, as a target of `aria-labelledby` may be, hidden content counts
 * too.
 */
export function textWithin(
  document: PageDocument,
  top: Element,
  maxChars: number,
  withImages = true,
): string {
  const isHiddenTop = !document.isExposed(top)
  const pieces: string[] = []
  let length = 0
  let left = MAX_NODES
  let node: AnyNode | null = top.firstChild
  while (node !== null && left > 0 && length <= maxChars) {
    left -= 1
    const isRead: boolean = !isTag(node) || isHiddenTop || document.isExposed(node)
    const piece: string = isRead ? textOf(node, withImages) : ''
    pieces.push(piece)
    length += piece.trim().length
    const inner: AnyNode | null = isRead && isTag(node) && !replacesContent(node) ? node.firstChild : null
    node = inner ?? following(node, top, pieces)
  }
  return pieces.join('').replace(/\s+/g, ' ').trim()
}

/** Whether its `aria-label` replaces its content. */
function replacesContent(element: Element): boolean {
  return hasText(element.attribs['aria-label']) || element.name === 'script' || element.name === 'style'
}

function textOf(node: AnyNode, withImages: boolean): string {
  if (isText(node)) return node.data.slice(0, MAX_PIECE)
  if (!isTag(node)) return ''
  const label = node.attribs['aria-label']
  if (hasText(label)) return ` ${label} `
  if (node.name === 'img' && withImages) return ` ${node.attribs.alt ?? ''} `
  return inline.has(node.name) ? '' : ' '
}

/** Inline elements: they do not separate words. */
const inline = new Set(
  'a abbr b bdi bdo cite code em font i mark q s samp small span strong sub sup u var wbr'.split(' '),
)

/** The next node behind this one and its content. Adds a space where an element ends that stands on lines of its own. */
function following(from: AnyNode, top: Element, pieces: string[]): AnyNode | null {
  let node: AnyNode = from
  while (node.next === null) {
    if (node.parent === null || node.parent === top) return null
    node = node.parent
    if (isTag(node) && blocks.has(node.name)) pieces.push(' ')
  }
  return node.next
}
