import type { Element } from 'domhandler'
import { explicitRole, implicitRole, inputType } from '../../../derived/aria/role.ts'
import { isFocusable } from '../../../derived/focus/focusable.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import type { PageDocument } from '../../../document/page-document.ts'

/** WAI-ARIA 1.2, 5.2.2: states and properties that a role cannot be without; those of which browsers know a default (`option`, `tab`) left out. */
const needs: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    checkbox: ['aria-checked'],
    combobox: ['aria-expanded', 'aria-controls'],
    heading: ['aria-level'],
    menuitemcheckbox: ['aria-checked'],
    menuitemradio: ['aria-checked'],
    meter: ['aria-valuenow'],
    radio: ['aria-checked'],
    scrollbar: ['aria-controls', 'aria-valuenow'],
    separator: ['aria-valuenow'],
    slider: ['aria-valuenow'],
    switch: ['aria-checked'],
  }),
)

/** Whether the element has a role that needs attributes; one that has the role by itself tells them by itself. */
export function hasNeeds(document: PageDocument, element: Element): boolean {
  const role = explicitRole(element)
  if (role === null || !needs.has(role) || implicitRole(document, element) === role) return false
  // A separator is a widget only where it can be moved.
  return role !== 'separator' || isFocusable(document, element)
}

/** The attributes that the element's role needs and that it lacks. */
export function missingAttributes(document: PageDocument, element: Element): readonly string[] {
  const role = explicitRole(element) ?? ''
  const { attribs } = element
  return (needs.get(role) ?? []).filter((name) => {
    if (hasText(attribs[name]) || isNative(document, element, name)) return false
    // A closed list need not be there yet; words may tell a slider's value.
    if (name === 'aria-controls' && role === 'combobox') return attribs['aria-expanded'] !== 'false'
    return !(name === 'aria-valuenow' && hasText(attribs['aria-valuetext']))
  })
}

/** Whether the element tells it by an attribute or state of HTML. */
function isNative(document: PageDocument, element: Element, name: string): boolean {
  const type = element.name === 'input' ? inputType(element) : ''
  if (name === 'aria-checked') return type === 'checkbox' || type === 'radio'
  if (name === 'aria-valuenow') return type === 'number' || type === 'range' || element.name === 'progress'
  if (name === 'aria-level') return /^h[1-6]$/.test(element.name)
  return implicitRole(document, element) === 'combobox'
}
