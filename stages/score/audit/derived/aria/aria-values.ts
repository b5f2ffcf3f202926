import { type ARIAProperty, aria } from 'aria-query'
import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { referencedBy } from '../names/id-references.ts'

/** An exposed element with ARIA attributes. */
export interface ElementWithAria {
  readonly element: Element
  /** Names of its attributes that begin with `aria-`, in lower case. */
  readonly names: readonly string[]
}

/** Elements with ARIA attributes: those of HTML in document order, then those of drawings and formulas. */
export const elementsWithAria = memoize((document: PageDocument): readonly ElementWithAria[] => {
  const bearers: ElementWithAria[] = []
  for (const element of [...document.all, ...document.foreign]) {
    const names = Object.keys(element.attribs).filter((name) => name.startsWith('aria-'))
    if (names.length > 0 && document.isExposed(element)) bearers.push({ element, names })
  }
  return bearers
})

/** Name and value of each ARIA attribute for which `isFaulty` holds. */
export function faultyAttributes(
  document: PageDocument,
  isFaulty: (element: Element, name: string, value: string) => boolean,
): ReadonlyMap<Element, string> {
  const faults = new Map<Element, string>()
  for (const { element, names } of elementsWithAria(document)) {
    const faulty = names.filter((name) => isFaulty(element, name, element.attribs[name] ?? ''))
    const shown = faulty.map((name) => `${name}="${(element.attribs[name] ?? '').slice(0, 100)}"`)
    if (shown.length > 0) faults.set(element, shown.join(' '))
  }
  return faults
}

// Values of ARIA attributes (WAI-ARIA 1.2, 6.2).

/** Whether the standard has an attribute of that name; `aria-actions` is from the draft of 1.3. */
export function isAriaAttribute(name: string): boolean {
  return name === 'aria-actions' || aria.has(name as ARIAProperty)
}

/** Values beside those of aria-query's table, which has true and false only for these attributes. */
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

/**
 * References that do harm when the target is missing. The targets of other references are often created on demand.
 */
const needsTarget = new Set([
  'aria-activedescendant',
  'aria-controls',
  'aria-details',
  'aria-flowto',
  'aria-owns',
])

/** Whether the attribute accepts the value. An empty value counts as absent; unknown attributes accept anything. */
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

/** The parts of a closed widget may be created when it opens. */
function hasTarget(document: PageDocument, { attribs }: Element, name: string): boolean {
  const isClosed = attribs['aria-expanded'] === 'false' || attribs['aria-selected'] === 'false'
  const opensPopup = (attribs['aria-haspopup'] ?? 'false') !== 'false'
  if (isClosed || (opensPopup && name === 'aria-controls')) return true
  return referencedBy(document, { attribs } as Element, name).length > 0
}
