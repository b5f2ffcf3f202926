import { type Element, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, isPresentational } from '../aria/role.ts'
import { markUpwards, parentOf } from '../page/ancestors.ts'
import { hasText, referencedBy } from './id-references.ts'

/** Elements with content that names them (Accessible Name Computation 1.2, steps 2D to 2I). */
interface NamedContent {
  /** By exposed content. */
  readonly exposed: ReadonlySet<Element>
  /** By exposed or hidden content; hidden content counts as the target of `aria-labelledby`. */
  readonly any: ReadonlySet<Element>
}

/** Their text is the value of a control, a fallback for old browsers, or no text for readers. */
const ownText = new Set(
  `audio datalist desc iframe metadata noembed noframes noscript object optgroup option script select style template textarea title video`.split(
    ' ',
  ),
)

/** Computed once for the whole page, since nested elements ask for the same names. */
export const namedContent = memoize((document: PageDocument): NamedContent => {
  const exposed = new Set<Element>()
  const any = new Set<Element>()

  function mark(from: Element | null): void {
    if (from === null) return
    markUpwards(any, from)
    if (document.isExposed(from)) markUpwards(exposed, from)
  }

  for (const element of document.all) if (hasOwnText(element)) mark(element)
  for (const element of document.foreign) {
    if (isDrawingTitle(element)) mark(parentOf(element))
    else if (hasOwnText(element)) mark(element)
  }
  for (const element of document.withAttribute('aria-labelledby'))
    if (referencedBy(document, element, 'aria-labelledby').some((target) => any.has(target))) mark(element)
  return { exposed, any }
})

/** Whether the element has text of its own, without its children. */
function hasOwnText(element: Element): boolean {
  const { name, attribs } = element
  if (ownText.has(name)) return false
  if (hasText(attribs['aria-label'])) return true
  // A decorative image is left out with its title (HTML Accessibility API Mappings 1.0, img with an empty alt).
  if (hasText(attribs.title) && !(name === 'img' && attribs.alt === '')) return true
  if (hasText(attribs.alt) && hasAlternative(element)) return true
  return element.children.some((child) => isText(child) && child.data.trim() !== '')
}

function hasAlternative(element: Element): boolean {
  const { name, attribs } = element
  if (name === 'img') return !isPresentational(explicitRole(element))
  return name === 'area' || (name === 'input' && attribs.type?.trim().toLowerCase() === 'image')
}

/** SVG Accessibility API Mappings 1.0: a `title` names its parent. */
function isDrawingTitle(element: Element): boolean {
  return (
    element.name === 'title' && element.children.some((child) => isText(child) && child.data.trim() !== '')
  )
}

/** Elements that contain a custom element or a slot, to which scripts may add text. */
export const scriptedContent = memoize((document: PageDocument): ReadonlySet<Element> => {
  const marked = new Set<Element>()
  for (const element of document.all)
    if (element.name.includes('-') || element.name === 'slot') markUpwards(marked, element)
  return marked
})
