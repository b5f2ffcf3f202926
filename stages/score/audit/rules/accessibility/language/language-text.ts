import { type Element, isText } from 'domhandler'
import { isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { parentOf } from '../../../derived/page/tree.ts'
import { isHtml } from '../../../document/index-elements.ts'
import type { PageDocument } from '../../../document/page-document.ts'

/** Their content is a fallback for old browsers. */
const replaced = new Set(['audio', 'iframe', 'noembed', 'noframes', 'object', 'video'])

/**
 * The elements with text in the language that they have: text that is seen, and alternatives that assistive
 * technology reads. Text inside a descendant with a `lang` of its own is in that one's language (HTML Standard,
 * 3.2.6.2).
 */
export function elementsWithLanguageText(document: PageDocument): ReadonlySet<Element> {
  const marked = new Set<Element>()
  for (const elements of [document.all, document.foreign])
    for (const element of elements) if (hasOwnText(document, element)) markUpToLang(marked, element)
  return marked
}

function markUpToLang(marked: Set<Element>, from: Element): void {
  for (let node: Element | null = from; node !== null && !marked.has(node); node = parentOf(node)) {
    marked.add(node)
    if (node.attribs.lang !== undefined) return
  }
}

function hasOwnText(document: PageDocument, element: Element): boolean {
  const isDrawingTitle = element.name === 'title' && !isHtml(element)
  const shown = isDrawingTitle ? parentOf(element) : element
  if (shown === null || document.isHidden(shown)) return false
  if (!replaced.has(element.name) && element.children.some((child) => isText(child) && hasText(child.data)))
    return true
  return document.isExposed(shown) && hasAlternative(document, element)
}

function hasAlternative(document: PageDocument, element: Element): boolean {
  const { name, attribs } = element
  if ([attribs['aria-label'], attribs.title, attribs.placeholder].some(hasText)) return true
  if (name === 'input' && hasText(attribs.value)) return true
  return hasText(attribs.alt) && !isPresentational(roleOf(document, element))
}
