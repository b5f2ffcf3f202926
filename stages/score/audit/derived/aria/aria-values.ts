import { type ARIAProperty, aria } from 'aria-query'
import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tokens } from '../links/links.ts'
import { idsOf } from '../names/id-references.ts'

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

/**
 * Whether the attribute accepts the value. An empty value counts as absent; unknown attributes accept anything.
 * White space is no part of a number, but makes any other value unknown.
 */
export function isValidValue(
  document: PageDocument,
  element: Element,
  name: string,
  written: string,
): boolean {
  const definition = aria.get(name as ARIAProperty)
  const value = written.toLowerCase()
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
      return tokens(value).length > 0 && tokens(value).every((token) => allows(definition.values, token))
    case 'integer':
      return isInteger(value.trim(), least.get(name))
    case 'number':
      return /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(value.trim())
    case 'id':
    case 'idlist':
      return value.trim() === '' || mayDangle(element, name) || hasTarget(document, name, written)
    default:
      return true
  }
}

function allows(values: readonly (string | boolean)[] | undefined, token: string): boolean {
  return values?.some((value) => String(value) === token) ?? true
}

function isInteger(value: string, min = Number.NEGATIVE_INFINITY): boolean {
  return /^[-+]?\d+$/.test(value) && Number(value) >= min
}

/** What a popup, a closed widget or a tab that is not chosen refers to may be made when it is opened. */
function mayDangle({ attribs }: Element, name: string): boolean {
  if (!needsTarget.has(name)) return true
  const isCollapsed = attribs['aria-expanded']?.toLowerCase() === 'false'
  if (name !== 'aria-controls') return name === 'aria-owns' && isCollapsed
  const isUnselected = attribs['aria-selected']?.toLowerCase() === 'false'
  return isCollapsed || isUnselected || (attribs['aria-haspopup'] ?? 'false').toLowerCase() !== 'false'
}

/** One element of a list suffices. Only the active descendant is a single one (WAI-ARIA 1.3 draft, 6.6). */
function hasTarget(document: PageDocument, name: string, value: string): boolean {
  const ids = name === 'aria-activedescendant' ? [value] : idsOf(value)
  return ids.some((id) => document.byId(id).length > 0)
}
