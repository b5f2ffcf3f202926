import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { exposedWithRole } from '../aria/exposed.ts'
import { isFocusable } from '../aria/focus.ts'
import { explicitRole, implicitRole, inputType, isPresentational } from '../aria/role.ts'
import { nearest } from '../page/tree.ts'
import { idsOf } from './id-references.ts'

/** Roles whose elements a rule asks for a name: commands, choices, and pieces of information. */
const withRule = new Set(
  `button checkbox link menuitem menuitemcheckbox menuitemradio meter option progressbar radio switch tooltip treeitem`.split(
    /\s+/,
  ),
)
/** Roles of form fields, about which the rule on fields asks whatever the element. */
const fieldRoles = new Set('combobox listbox searchbox slider spinbutton textbox'.split(' '))
/** A form field with one of these roles is a form field still. */
const choices = new Set('checkbox menuitemcheckbox menuitemradio radio switch'.split(' '))

/** Elements with a rule of their own whatever their role. */
const askedByKind = new Set('area fieldset figure img output summary svg table'.split(' '))

const buttonTypes = new Set(['button', 'reset', 'submit'])

function isField(element: Element): boolean {
  const { name } = element
  return (
    name === 'select' || name === 'textarea' || (name === 'input' && !buttonTypes.has(inputType(element)))
  )
}

/**
 * Whether the rule about the role asks for the name of a button, link or form field, since the role makes it another
 * control than HTML does (WAI-ARIA 1.2, 5.4). The rule about the kind of element then does not ask.
 */
export function isAskedByRole(document: PageDocument, element: Element): boolean {
  if (element.attribs.role === undefined) return false
  const role = explicitRole(element)
  if (role === null || role === implicitRole(document, element)) return false
  if (askedByKind.has(element.name) || (element.name === 'input' && inputType(element) === 'image'))
    return false
  return isField(element)
    ? withRule.has(role) && !choices.has(role)
    : withRule.has(role) || fieldRoles.has(role)
}

/**
 * Whether the rule about the kind of element, such as a button or an image, asks for its name. It does not where a
 * rule about the role does, nor where the role needs no name and nobody can operate the element (WAI-ARIA 1.2, 5.4).
 */
export function isAskedByKind(document: PageDocument, element: Element): boolean {
  const role = explicitRole(element)
  if (role === null || isPresentational(role) || role === implicitRole(document, element)) return true
  if (isAskedByRole(document, element)) return false
  const isNamed = withRule.has(role) || fieldRoles.has(role) || role === 'img' || role === 'image'
  return isNamed || isFocusable(document, element)
}

/**
 * Exposed elements with one of the roles, about whose name the rule on the role asks. Comboboxes named by their
 * input, and their lists, are left out.
 */
export function exposedWidgets(document: PageDocument, ...roles: string[]): Element[] {
  return exposedWithRole(document, ...roles).filter((element) => {
    const role = explicitRole(element)
    if (isNative(element) && !isAskedByRole(document, element)) return false
    if (askedByKind.has(element.name)) return false
    if (role === 'combobox') return !holdersOfInputs(document).has(element)
    return role !== 'listbox' || !isPopup(document, element)
  })
}

function isNative({ name, attribs }: Element): boolean {
  if (name === 'a') return attribs.href !== undefined
  return name === 'button' || name === 'input' || name === 'select' || name === 'textarea'
}

const comboboxAround = nearest((ancestor) => explicitRole(ancestor) === 'combobox')

const holdersOfInputs = memoize((document: PageDocument): ReadonlySet<Element> => {
  const holders = new Set<Element>()
  for (const input of document.byTag('input')) {
    if (document.isHidden(input)) continue
    const holder = comboboxAround(input)
    if (holder !== null) holders.add(holder)
  }
  return holders
})

function isPopup(document: PageDocument, list: Element): boolean {
  if (comboboxAround(list) !== null) return true
  return list.attribs.id !== undefined && popupIds(document).has(list.attribs.id)
}

const popupIds = memoize((document: PageDocument): ReadonlySet<string> => {
  const boxes = exposedWithRole(document, 'combobox')
  return new Set(
    boxes.flatMap(({ attribs }) => [...idsOf(attribs['aria-controls']), ...idsOf(attribs['aria-owns'])]),
  )
})
