import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { evaluateElements } from '../../engine/evaluate.ts'
import { memoize } from '../../engine/memoize.ts'
import { isFocusable } from '../aria/focus.ts'
import { explicitRole, isPresentational, roleOf } from '../aria/role.ts'
import { markUpwards, nearest, parentOf } from '../page/tree.ts'
import { nameFault } from './accessible-name.ts'
import { exposedWidgets, isAskedByKind } from './asked-by-role.ts'

/** Verdict on elements of some roles that need a name, as far as no rule on their kind of element asks for it. */
export function evaluateNames(document: PageDocument, ...roles: string[]) {
  return evaluateElements(exposedWidgets(document, ...roles), 'missing', (widget) =>
    nameFault(document, widget),
  )
}

/**
 * Whether the element stands in a link or button without a name. The name of that control is then what is missing,
 * and a rule about the control reports it.
 */
export function isWithinNameless(document: PageDocument, element: Element): boolean {
  const control = controlAround(element)
  return control !== null && nameFault(document, control) === ''
}

const controlAround = nearest(
  ({ name, attribs }) => name === 'button' || (name === 'a' && attribs.href !== undefined),
)

/** Exposed images, without those whose role makes them something that needs no name. */
export const exposedImages = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('img').filter((image) => document.isExposed(image) && isAskedByKind(document, image)),
)

/** HTML Standard, 4.8.4.4: an empty `alt` marks decoration. */
export function isDecoration({ attribs }: Element): boolean {
  return attribs.alt === ''
}

/**
 * Whether an empty `alt` or a role marks the image as decoration. Neither does on an image that people can focus, and
 * an empty `alt` does not where the role says otherwise (WAI-ARIA 1.2, 8.1.1; ACT 23a2a8).
 */
export function isDecorative(document: PageDocument, image: Element): boolean {
  const role = explicitRole(image)
  if (isDecoration(image)) return (role === null || isPresentational(role)) && !isFocusable(document, image)
  return isPresentational(role) && isPresentational(roleOf(document, image))
}

/** White space alone is no text. */
export function isNamelessImage(document: PageDocument, image: Element): boolean {
  return !isDecorative(document, image) && nameFault(document, image) === ''
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
