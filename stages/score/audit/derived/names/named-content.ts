import { type Element, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { inputType } from '../aria/role.ts'
import { markUpwards, parentOf } from '../page/tree.ts'
import { alternativeOf, embeddedName, isSilent, valueText, withoutText } from './alternatives.ts'
import { hasText, referencedBy } from './id-references.ts'

/** Elements with something in them that is read, or that are read themselves. */
interface NamedContent {
  /** By what is exposed. */
  readonly exposed: Set<Element>
  /** By what is exposed or hidden. */
  readonly any: Set<Element>
}

/**
 * Computed once for the whole page, since nested elements ask for the same names. References are not followed. What
 * comes last is read first: most elements around it then need no reading of their own.
 */
const plainContent = memoize((document: PageDocument): NamedContent => {
  const content: NamedContent = { exposed: new Set(), any: new Set() }
  for (const elements of [document.foreign, document.all])
    for (let at = elements.length - 1; at >= 0; at -= 1) mark(document, content, elements[at] as Element)
  return content
})

function mark(document: PageDocument, { exposed, any }: NamedContent, element: Element): void {
  if (exposed.has(element)) return
  const isExposed = document.isExposed(element)
  if ((!isExposed && any.has(element)) || !isRead(document, element)) return
  markUpwards(any, element)
  if (isExposed) markUpwards(exposed, element)
}

/** Whether the element is read by itself, without its children (Accessible Name Computation 1.2, 2D to 2I). */
function isRead(document: PageDocument, element: Element): boolean {
  const { name, attribs } = element
  if (withoutText.has(name)) return embeddedName(element) !== ''
  if (attribs.role === undefined && hasOwnText(element)) return true
  if (hasText(attribs['aria-label'])) return true
  if (hasText(attribs.title) || hasText(alternativeOf(element))) return !isSilent(document, element)
  return attribs.role !== undefined && hasOwnText(element)
}

function hasOwnText({ children }: Element): boolean {
  for (const child of children) if (isText(child) && /\S/.test(child.data)) return true
  return false
}

/**
 * Exposed elements that content names: text, the text alternative of an image, or a name by reference of something
 * in them (Accessible Name Computation 1.2, 2B and 2F).
 */
export const namedByContent = memoize((document: PageDocument): ReadonlySet<Element> => {
  const { exposed } = plainContent(document)
  const named = document
    .withAttribute('aria-labelledby')
    .filter((element) => isReferenceNamed(document, element))
  if (named.length === 0) return exposed
  const all = new Set(exposed)
  for (const element of named) if (document.isExposed(element)) markUpwards(all, element)
  return all
})

/**
 * Whether `aria-labelledby` names the element. Hidden content counts where the target itself is hidden; the
 * targets' own references are not followed (Accessible Name Computation 1.2, 2A and 2B).
 */
export function isReferenceNamed(document: PageDocument, element: Element): boolean {
  if (!hasText(element.attribs['aria-labelledby'])) return false
  return referencedBy(document, element, 'aria-labelledby').some((target) => isTargetRead(document, target))
}

function isTargetRead(document: PageDocument, target: Element): boolean {
  const { exposed, any } = plainContent(document)
  if ((document.isExposed(target) ? exposed : any).has(target)) return true
  const { name, attribs } = target
  if (name !== 'input' && !withoutText.has(name)) return false
  return [attribs['aria-label'], attribs.title, valueText(target)].some(hasText)
}

/**
 * Elements to whose content something may add text that the page as written does not show: custom elements, slots,
 * values of controls, and elements that `aria-owns` moves there.
 */
export const unsureContent = memoize((document: PageDocument): ReadonlySet<Element> => {
  const marked = new Set<Element>()
  for (const element of document.all)
    if (element.name.includes('-') || element.name === 'slot') markUpwards(marked, element)
  for (const owner of document.withAttribute('aria-owns')) markUpwards(marked, owner)
  for (const control of document.byTag('input', 'select', 'textarea'))
    if (inputType(control) !== 'hidden') markUpwards(marked, parentOf(control))
  return marked
})
