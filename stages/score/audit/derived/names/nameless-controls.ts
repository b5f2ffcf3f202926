import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { closest } from '../page/ancestors.ts'
import { nameFault } from './accessible-name.ts'

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
