import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { ancestorsOf } from '../page/ancestors.ts'

const disableable = new Set(['button', 'fieldset', 'input', 'optgroup', 'option', 'select', 'textarea'])
const focusableByKind = new Set(['button', 'iframe', 'input', 'select', 'summary', 'textarea'])

/** The number of `tabindex`, by the rules for parsing integers (HTML Standard 2.3.4.1); null where it has none. */
export function tabIndexOf({ attribs }: Element): number | null {
  const digits = /^[\t\n\f\r ]*([+-]?\d+)/.exec(attribs.tabindex ?? '')
  return digits === null ? null : Number(digits[1])
}

/** Whether scripts or the keyboard can give it focus (HTML Standard 6.6.2); style sheets are not evaluated. */
export function isFocusable(document: PageDocument, element: Element): boolean {
  if (document.isHidden(element) || !takesFocus(element)) return false
  if (disableable.has(element.name) && element.attribs.disabled !== undefined) return false
  return !canDisable(document) || !isDisabled(element)
}

/** Whether the Tab key reaches it. */
export function isTabbable(document: PageDocument, element: Element): boolean {
  return (tabIndexOf(element) ?? 0) >= 0 && isFocusable(document, element)
}

function takesFocus(element: Element): boolean {
  const { name, attribs } = element
  if (attribs.tabindex !== undefined && tabIndexOf(element) !== null) return true
  if (name === 'a' || name === 'area') return attribs.href !== undefined
  if (name === 'audio' || name === 'video') return attribs.controls !== undefined
  if (focusableByKind.has(name)) return true
  return attribs.contenteditable !== undefined && attribs.contenteditable.trim().toLowerCase() !== 'false'
}

/** Pages without such elements are spared the climb from each control. */
function canDisable(document: PageDocument): boolean {
  return document.withAttribute('inert').length > 0 || document.byTag('fieldset').length > 0
}

/** HTML Standard 4.10.18.5 (disabled), 6.3.4 (inert): of itself, by a `fieldset` outside of its `legend`, or within something inert. */
function isDisabled(element: Element): boolean {
  const { name, attribs } = element
  if (attribs.inert !== undefined) return true
  const canBeDisabled = disableable.has(name)
  let isInLegend = name === 'legend'
  for (const ancestor of ancestorsOf(element)) {
    if (ancestor.attribs.inert !== undefined) return true
    if (
      canBeDisabled &&
      ancestor.name === 'fieldset' &&
      ancestor.attribs.disabled !== undefined &&
      !isInLegend
    )
      return true
    isInLegend = ancestor.name === 'legend'
  }
  return false
}
