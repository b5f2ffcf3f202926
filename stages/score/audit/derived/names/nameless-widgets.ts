import type { PageDocument } from '../../document/page-document.ts'
import { evaluateElements } from '../../engine/evaluate-elements.ts'
import { exposedWidgets } from '../aria/exposed-roles.ts'
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
