import { type ARIAProperty, aria } from 'aria-query'
import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { referencedBy } from '../names/id-references.ts'

// WAI-ARIA 1.2, 6.2: the values that ARIA attributes take.

/** Whether the standard has an attribute of that name; `aria-actions` is of 1.3's draft. */
export function isAriaAttribute(name: string): boolean {
  return name === 'aria-actions' || aria.has(name as ARIAProperty)
}

/** Values that stand beside those of aria-query's table, which calls these true or false alone. */
const alsoValid: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    'aria-checked': ['undefined'],
    'aria-expanded': ['undefined'],
    'aria-grabbed': ['undefined'],
    'aria-hidden': ['undefined'],
    'aria-pressed': ['undefined'],
    'aria-selected': ['undefined'],
  }),
)

const least: ReadonlyMap<string, number> = new Map(
  Object.entries({
    'aria-colcount': -1,
    'aria-colindex': 1,
    'aria-colspan': 1,
    'aria-level': 1,
    'aria-posinset': 1,
    'aria-rowcount': -1,
    'aria-rowindex': 1,
    'aria-rowspan': 0,
    'aria-setsize': -1,
  }),
)

/** References of which a dangling one does harm as it stands; what others point at is often made when it is needed. */
const needsTarget = new Set([
  'aria-activedescendant',
  'aria-controls',
  'aria-details',
  'aria-flowto',
  'aria-owns',
])

/** Whether an attribute's value is one that it takes. An empty one is as none at all. Unknown attributes take anything. */
export function isValidValue(
  document: PageDocument,
  element: Element,
  name: string,
  written: string,
): boolean {
  const definition = aria.get(name as ARIAProperty)
  const value = written.trim().toLowerCase()
  if (definition === undefined || value === '') return true
  if (alsoValid.get(name)?.includes(value)) return true
  switch (definition.type) {
    case 'boolean':
      return value === 'true' || value === 'false'
    case 'tristate':
      return value === 'true' || value === 'false' || value === 'mixed'
    case 'token':
      return allows(definition.values, value)
    case 'tokenlist':
      return value.split(/\s+/).every((token) => allows(definition.values, token))
    case 'integer':
      return /^[-+]?\d+$/.test(value) && Number(value) >= (least.get(name) ?? Number.NEGATIVE_INFINITY)
    case 'number':
      return /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(value)
    case 'id':
    case 'idlist':
      return !needsTarget.has(name) || hasTarget(document, element, name)
    default:
      return true
  }
}

function allows(values: readonly (string | boolean)[] | undefined, token: string): boolean {
  return values?.some((value) => String(value) === token) ?? true
}

/** A closed widget's parts may come when it opens. */
function hasTarget(document: PageDocument, { attribs }: Element, name: string): boolean {
  const isClosed = attribs['aria-expanded'] === 'false' || attribs['aria-selected'] === 'false'
  const opensPopup = (attribs['aria-haspopup'] ?? 'false') !== 'false'
  if (isClosed || (opensPopup && name === 'aria-controls')) return true
  return referencedBy(document, { attribs } as Element, name).length > 0
}
