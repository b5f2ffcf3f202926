import type { Element } from 'domhandler'
import { isFocusable } from '../../../derived/aria/focus.ts'
import { explicitRole, implicitRole, inputType } from '../../../derived/aria/role.ts'
import { hasText } from '../../../derived/names/id-references.ts'
import type { PageDocument } from '../../../document/page-document.ts'

/**
 * Required states and properties of roles (WAI-ARIA 1.2, 5.2.2), without those for which browsers have a default
 * (`option`, `tab`).
 */
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

/** Whether the element's role requires attributes. Elements with an implicit role provide them natively. */
export function requiresAttributes(document: PageDocument, element: Element): boolean {
  const role = explicitRole(element)
  if (role === null || !needs.has(role) || implicitRole(document, element) === role) return false
  // A separator is a widget only where it can be moved.
  return role !== 'separator' || isFocusable(document, element)
}

/** Required attributes that the element lacks. */
export function missingAttributes(document: PageDocument, element: Element): readonly string[] {
  const role = explicitRole(element) ?? ''
  const { attribs } = element
  return (needs.get(role) ?? []).filter((name) => {
    if (hasText(attribs[name]) || isNative(document, element, name)) return false
    // A closed list may be created later; `aria-valuetext` may replace a slider's value.
    if (name === 'aria-controls' && role === 'combobox') return attribs['aria-expanded'] !== 'false'
    return !(role === 'slider' && hasText(attribs['aria-valuetext']))
  })
}

/** Whether an attribute or state of HTML provides it. */
function isNative(document: PageDocument, element: Element, name: string): boolean {
  const type = element.name === 'input' ? inputType(element) : ''
  if (name === 'aria-checked') return type === 'checkbox' || type === 'radio'
  if (name === 'aria-valuenow') return type === 'number' || type === 'range' || element.name === 'progress'
  if (name === 'aria-level') return /^h[1-6]$/.test(element.name)
  return implicitRole(document, element) === 'combobox'
}
