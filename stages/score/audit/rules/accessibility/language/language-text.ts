import { type Element, isText } from 'domhandler'
import { isPresentational, roleOf } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import { childElements, parentOf } from '../../../derived/page/tree.ts'
import { isHtml } from '../../../document/index-elements.ts'
import type { PageDocument } from '../../../document/page-document.ts'

/** Their content is a fallback for old browsers. */
const replaced = new Set(['audio', 'iframe', 'noembed', 'noframes', 'object', 'video'])

/**
 * Whether an element with a `lang` has text in that language: text that is seen, or an alternative that assistive
 * technology reads. Text inside a descendant with a `lang` of its own is in that one's language (HTML Standard,
 * 3.2.6.2). Many calls together visit each element twice at most.
 */
export function hasLanguageText(document: PageDocument, top: Element): boolean {
  const ends = top.attribs.lang === undefined ? ['lang', 'xml:lang'] : ['lang']
  const pending = [top]
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    if (hasOwnText(document, element)) return true
    if (document.isHidden(element)) continue
    for (const child of childElements(element))
      if (ends.every((name) => child.attribs[name] === undefined)) pending.push(child)
  }
  return false
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
