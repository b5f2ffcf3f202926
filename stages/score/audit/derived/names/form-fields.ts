import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, inputType, isPresentational, roleOf } from '../aria/role.ts'
import { nameFault } from './accessible-name.ts'
import { isAskedByRole } from './asked-by-role.ts'

const buttons = new Set(['button', 'hidden', 'image', 'reset', 'submit'])

/** Exposed fields that people fill in, in document order, without those that their role makes another control. */
export const formFields = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('input', 'select', 'textarea').filter((field) => {
    if (field.name === 'input' && buttons.has(inputType(field))) return false
    return document.isExposed(field) && !isAskedByRole(document, field)
  }),
)

/**
 * The fault of a control by its accessible name, as `nameFault` has it. A role in effect that makes it no control
 * leaves nothing to name.
 */
export function controlFault(document: PageDocument, control: Element): ReturnType<typeof nameFault> {
  const isNoControl = isPresentational(explicitRole(control)) && isPresentational(roleOf(document, control))
  return isNoControl ? null : nameFault(document, control)
}
