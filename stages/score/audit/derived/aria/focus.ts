import type { Element } from 'domhandler'
import { isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { childElements, nearest, parentOf } from '../page/tree.ts'

const disableable = new Set(['button', 'fieldset', 'input', 'optgroup', 'option', 'select', 'textarea'])
const focusableByKind = new Set(['button', 'iframe', 'input', 'select', 'textarea'])

/** The value of `tabindex`, by the rules for parsing integers (HTML Standard, 2.3.4.1); null without one. */
export function tabIndexOf({ attribs }: Element): number | null {
  const digits = /^[\t\n\f\r ]*([+-]?\d+)/.exec(attribs.tabindex ?? '')
  return digits === null ? null : Number(digits[1])
}

/** Whether scripts or the keyboard can focus the element (HTML Standard, 6.6.2). Style sheets are not evaluated. */
export function isFocusable(document: PageDocument, element: Element): boolean {
  if (document.isHidden(element) || !takesFocus(element)) return false
  if (disableable.has(element.name) && element.attribs.disabled !== undefined) return false
  return !canDisable(document) || !isDisabled(element)
}

/** Whether the Tab key reaches the element. */
export function isTabbable(document: PageDocument, element: Element): boolean {
  return (tabIndexOf(element) ?? 0) >= 0 && isFocusable(document, element)
}

function takesFocus(element: Element): boolean {
  const { name, attribs } = element
  if (attribs.tabindex !== undefined && tabIndexOf(element) !== null) return true
  if (name === 'a' || name === 'area') return hasTarget(element)
  if (name === 'audio' || name === 'video') return attribs.controls !== undefined
  if (name === 'summary') return opensDetails(element)
  if (name === 'details') return childElements(element).every((child) => child.name !== 'summary')
  return focusableByKind.has(name) || isEditingHost(element)
}

/** Whether a link leads anywhere. Links of drawings may have the older attribute (SVG 2, 16.4). */
export function hasTarget(element: Element): boolean {
  const { href, 'xlink:href': older } = element.attribs
  return href !== undefined || (older !== undefined && !isHtml(element))
}

const editable = new Set(['', 'plaintext-only', 'true'])

/** HTML Standard, 6.8.1: other values of `contenteditable` are those of the parent. */
function isEditingHost({ attribs }: Element): boolean {
  return attribs.contenteditable !== undefined && editable.has(attribs.contenteditable.toLowerCase())
}

/** Whether the `summary` is the one that opens its `details`. */
export function opensDetails(summary: Element): boolean {
  const parent = parentOf(summary)
  return (
    parent?.name === 'details' &&
    parent.children.find((child) => 'name' in child && child.name === 'summary') === summary
  )
}

/** Saves walking up from each control on pages without such elements. */
function canDisable(document: PageDocument): boolean {
  return document.withAttribute('inert').length > 0 || document.byTag('fieldset').length > 0
}

/**
 * Whether the element is disabled (HTML Standard, 4.10.18.5) or inert (6.3.4): itself, by a `fieldset` outside its
 * `legend`, or inside an inert element.
 */
function isDisabled(element: Element): boolean {
  if (isInert(element) || inertAround(element) !== null) return true
  return disableable.has(element.name) && disabledFieldsetAround(element) !== null
}

const isInert = ({ attribs }: Element): boolean => attribs.inert !== undefined
const inertAround = nearest(isInert)
const disabledFieldsetAround = nearest(
  ({ name, attribs }, below) =>
    name === 'fieldset' && attribs.disabled !== undefined && below.name !== 'legend',
)

const kinds = [
  'a',
  'area',
  'audio',
  'button',
  'details',
  'iframe',
  'input',
  'select',
  'summary',
  'textarea',
  'video',
]

/** The focusable elements, also those hidden from assistive technology. */
export const focusableElements = memoize((document: PageDocument): readonly Element[] => {
  const candidates = new Set([
    ...document.byTag(...kinds),
    ...document.withAttribute('tabindex'),
    ...document.withAttribute('contenteditable'),
    ...document.foreign.filter(({ name, attribs }) => name === 'a' || attribs.tabindex !== undefined),
  ])
  return [...candidates].filter((element) => isFocusable(document, element))
})

/** Whether the page opens with a modal dialog. Content behind it is then meant to be unreachable. */
export const hasOpenModal = memoize((document: PageDocument): boolean => {
  const dialogs = [...document.byTag('dialog'), ...document.withAttribute('aria-modal')]
  return dialogs.some((dialog) => {
    if (document.isHidden(dialog)) return false
    return dialog.name === 'dialog'
      ? dialog.attribs.open !== undefined
      : dialog.attribs['aria-modal'] === 'true'
  })
})
