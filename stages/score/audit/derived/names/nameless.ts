import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { evaluateElements } from '../../engine/evaluate.ts'
import { memoize } from '../../engine/memoize.ts'
import { exposedWidgets } from '../aria/exposed.ts'
import { explicitRole, isPresentational, roleOf } from '../aria/role.ts'
import { closest, markUpwards, parentOf } from '../page/tree.ts'
import { isNamedByAuthor, nameFault } from './accessible-name.ts'

/** Verdict on widgets of some roles that are named by their content or their author. */
export function evaluateNames(document: PageDocument, ...roles: string[]) {
  return evaluateElements(exposedWidgets(document, ...roles), 'missing', (widget) =>
    nameFault(document, widget),
  )
}

/**
 * Verdict on widgets of some roles whose content is their value and no name (WAI-ARIA 1.2: name from author only).
 */
export function evaluateAuthorNames(document: PageDocument, ...roles: string[]) {
  return evaluateElements(exposedWidgets(document, ...roles), 'missing', (widget) =>
    isNamedByAuthor(document, widget) ? null : '',
  )
}

/**
 * Whether the element stands in a link or button without a name. The name of that control is then what is missing,
 * and a rule about the control reports it.
 */
export function isWithinNameless(document: PageDocument, element: Element): boolean {
  const control = closest(
    element,
    ({ name, attribs }) => name === 'button' || (name === 'a' && attribs.href !== undefined),
  )
  return control !== null && nameFault(document, control) === ''
}

/** Images that need a text alternative: exposed, and not made presentational by their role. */
export const exposedImages = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('img').filter((image) => document.isExposed(image)),
)

/** HTML Standard, 4.8.4.4: an empty `alt` marks decoration. */
export function isDecoration({ attribs }: Element): boolean {
  return attribs.alt === ''
}

/** Whether an empty `alt` or a role that takes effect marks the image as decoration. */
export function isDecorative(document: PageDocument, image: Element): boolean {
  if (isDecoration(image)) return true
  return isPresentational(explicitRole(image)) && isPresentational(roleOf(document, image))
}

/** White space alone is no text. */
export function isNamelessImage(document: PageDocument, image: Element): boolean {
  if (isDecorative(document, image) || image.attribs.alt?.trim()) return false
  return !isNamedByAuthor(document, image)
}

/**
 * Elements that contain an image without a text alternative. Where they lack nothing else, the rule about the
 * image reports it.
 */
export const holdersOfNamelessImages = memoize((document: PageDocument): ReadonlySet<Element> => {
  const marked = new Set<Element>()
  for (const image of exposedImages(document))
    if (isNamelessImage(document, image)) markUpwards(marked, parentOf(image))
  return marked
})
