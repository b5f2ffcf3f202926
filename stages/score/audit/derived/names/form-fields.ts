import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, inputType, isPresentational, roleOf } from '../aria/role.ts'
import { isLabelled, isNamedByAuthor } from './accessible-name.ts'

const buttons = new Set(['button', 'hidden', 'image', 'reset', 'submit'])

/** Exposed fields that people fill in, in document order. */
export const formFields = memoize((document: PageDocument): readonly Element[] =>
  document
    .byTag('input', 'select', 'textarea')
    .filter(
      (field) => document.isExposed(field) && !(field.name === 'input' && buttons.has(inputType(field))),
    ),
)

/** Whether the field has a name by a label, by ARIA or by its title, or whether its role makes it no control. */
export function isNamedField(document: PageDocument, field: Element): boolean {
  if (isLabelled(document, field) || isNamedByAuthor(document, field)) return true
  return isPresentational(explicitRole(field)) && isPresentational(roleOf(document, field))
}
