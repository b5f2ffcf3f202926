import type { Element } from 'domhandler'
import { takesAttribute } from '../../../derived/aria/aria-roles.ts'
import { elementsWithAria, faultyAttributes, isAriaAttribute } from '../../../derived/aria/aria-values.ts'
import { isFocusable } from '../../../derived/aria/focus.ts'
import { explicitRole, roleOf } from '../../../derived/aria/role.ts'
import { isHtml } from '../../../document/index-elements.ts'
import type { PageDocument } from '../../../document/page-document.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const ariaAllowedAttr = rule({
  id: 'aria-allowed-attr',
  severity: 'warning',
  title: 'ARIA attributes not allowed for the role',
  passTitle: 'ARIA attributes are allowed for the role',
  why: 'A state or property that the role does not support is ignored, or announced where it makes no sense.',
  fix: 'Remove the attribute, or give the element a role that supports it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5c01ea/',
  excludes:
    'Custom elements, and SVG elements without a role, are not checked. Attributes that are global only in WAI-ARIA 1.1 are allowed.',
  needs: ['document'],
  messages: {
    unfit:
      '{affected} of {total} {total:element|elements} with ARIA attributes {affected:has|have} one that {affected:its role does|their roles do} not support: {first}.',
  },

  check({ document }) {
    const faults = faultyAttributes(document, (element, name, value) =>
      isUnfit(document, element, name, value),
    )
    const elements = elementsWithAria(document).map(({ element }) => element)
    return evaluateElements(elements, 'unfit', (element) => faults.get(element) ?? null)
  },
})

function isUnfit(document: PageDocument, element: Element, name: string, value: string): boolean {
  if (!isAriaAttribute(name) || isHarmless(document, element, name, value)) return false
  if (isMiswritten(name, value)) return true
  const role = roleOf(document, element)
  if (explicitRole(element) === null && isHtml(element) && untouchable.has(element.name))
    return !(untouchable.get(element.name) ?? []).includes(name)
  return !takesAttribute(role ?? lentRoles.get(element.name) ?? null, name)
}

/** Elements without a role that may have the attributes of one all the same (ARIA in HTML, section 4). */
const lentRoles: ReadonlyMap<string, string> = new Map(
  ['audio', 'embed', 'iframe', 'object', 'video'].map((name) => [name, 'application']),
)

/**
 * Elements that are not told to assistive technology, with the attributes that they may have all the same (ARIA in
 * HTML, section 4).
 */
const untouchable: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    br: ['aria-hidden'],
    col: [],
    colgroup: [],
    html: [],
    map: [],
    param: [],
    picture: ['aria-hidden'],
    slot: [],
    source: [],
    track: [],
    wbr: ['aria-hidden'],
  }),
)

/** Whether the attribute repeats the default, or stands on an element that a script may give a role. */
function isHarmless(document: PageDocument, element: Element, name: string, value: string): boolean {
  if (element.name.includes('-')) return true
  if (isDrawn(element) && roleOf(document, element) === null && !isFocusable(document, element)) return true
  if (name === 'aria-required') return value === 'false'
  return name === 'aria-multiline' && value === 'false' && element.attribs.contenteditable !== undefined
}

/**
 * Attributes whose values browsers compare letter by letter, though HTML has them in small letters (ARIA in HTML,
 * section 5), with the value that browsers assume for what they do not know.
 */
const assumed: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'aria-busy': 'false',
    'aria-checked': 'undefined',
    'aria-current': 'true',
    'aria-multiline': 'false',
    'aria-pressed': 'undefined',
    'aria-readonly': 'true',
    'aria-relevant': 'additions text',
    'aria-required': 'true',
    'aria-sort': 'none',
  }),
)

function isMiswritten(name: string, value: string): boolean {
  const small = value.toLowerCase()
  return assumed.has(name) && small !== value && small !== assumed.get(name)
}

/** Whether it is a part of a drawing or a formula; whether assistive technology is told of it differs by browser. */
function isDrawn(element: Element): boolean {
  return !isHtml(element) && element.name !== 'svg'
}
