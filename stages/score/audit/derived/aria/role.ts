import type { Element } from 'domhandler'
import { isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tokens } from '../links/links.ts'
import { hasText, referencedBy } from '../names/id-references.ts'
import { nearest, nearestIn, parentOf } from '../page/tree.ts'
import { globalAttributes, isRole } from './aria-roles.ts'
import { hasTarget, isFocusable, tabIndexOf } from './focus.ts'
import { inputRoles, plainRoles } from './implicit-roles.ts'

/** The first token of the `role` attribute that is a role (WAI-ARIA 1.2, 8.1); null without one. */
export function explicitRole({ attribs }: Element): string | null {
  if (attribs.role === undefined) return null
  return tokens(attribs.role).find(isRole) ?? null
}

/** Whether the role is `none` or `presentation`. */
export function isPresentational(role: string | null): boolean {
  return role === 'none' || role === 'presentation'
}

/** Whether the element has a global ARIA attribute with a value. An empty value counts as absent (WAI-ARIA 1.2, 6.2.1). */
export function hasGlobalAttribute({ attribs }: Element): boolean {
  for (const name in attribs) if (globalAttributes.has(name) && hasText(attribs[name])) return true
  return false
}

/**
 * Whether the element cannot be presentational: it can have the focus or has a global ARIA attribute (WAI-ARIA 1.2,
 * 8.1.1). A frame counts as focusable only by its `tabindex`: otherwise the focus goes into its page.
 */
export function isInConflict(document: PageDocument, element: Element): boolean {
  if (hasGlobalAttribute(element)) return true
  if (element.name === 'iframe' && tabIndexOf(element) === null) return false
  return isFocusable(document, element)
}

/** Whether any element is made presentational: without one no role is inherited. */
const hasPresentational = memoize((document: PageDocument): boolean =>
  document.withAttribute('role').some((element) => isPresentational(explicitRole(element))),
)

/** Roles that were asked for, by element. */
const knownRoles = memoize((_: PageDocument) => new Map<Element, string | null>())

/**
 * The role that assistive technology gets: the first valid token of `role`, else the implicit one; null for none.
 * `none` and an empty `alt` are ignored on what can have the focus or has a global ARIA attribute (WAI-ARIA 1.2, 8.1.1);
 * parts of a presentational list or table are presentational as well (WAI-ARIA 1.2, `presentation`).
 */
export function roleOf(document: PageDocument, element: Element): string | null {
  if (element.attribs.role === undefined && !hasPresentational(document))
    return implicitRole(document, element)
  const known = knownRoles(document)
  let role = known.get(element)
  if (role === undefined) {
    role = resolvedRole(document, element)
    known.set(element, role)
  }
  return role
}

function resolvedRole(document: PageDocument, element: Element): string | null {
  const explicit = explicitRole(element)
  if (explicit !== null && !isPresentational(explicit)) return explicit
  const isKept = explicit !== null || inheritsNone(document, element)
  return isKept && !isInConflict(document, element) ? (explicit ?? 'none') : implicitRole(document, element)
}

const tables = ['table', 'tbody', 'tfoot', 'thead']

/** The parents from which an element inherits their presentational role. */
const owners: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    dd: ['dl', 'div'],
    div: ['dl'],
    dt: ['dl', 'div'],
    li: ['menu', 'ol', 'ul'],
    tbody: ['table'],
    td: ['tr'],
    tfoot: ['table'],
    th: ['tr'],
    thead: ['table'],
    tr: tables,
  }),
)

function inheritsNone(document: PageDocument, element: Element): boolean {
  let child = element
  for (let parent = parentOf(child); parent !== null; parent = parentOf(child)) {
    if (!owners.get(child.name)?.includes(parent.name) || !isHtml(child)) return false
    const role = explicitRole(parent)
    if (role !== null) return isPresentational(role) && !isInConflict(document, parent)
    child = parent
  }
  return false
}

type RoleOf = (element: Element, document: PageDocument) => string | null

/** Implicit roles that depend on attributes or on the position, as for cells and landmarks. */
const contextualRoles: ReadonlyMap<string, RoleOf> = new Map(
  Object.entries<RoleOf>({
    a: (element) => (hasTarget(element) ? 'link' : null),
    area: (element) => (hasTarget(element) ? 'link' : null),
    aside: (element, document) =>
      isIn(document, element, sectionAround) && !isTitled(element, document) ? null : 'complementary',
    footer: (element, document) => (isIn(document, element, partAround) ? null : 'contentinfo'),
    form: (element, document) => (isTitled(element, document) ? 'form' : null),
    header: (element, document) => (isIn(document, element, partAround) ? null : 'banner'),
    img: imageRole,
    input: inputRole,
    section: (element, document) => (isTitled(element, document) ? 'region' : null),
    select: ({ attribs }) =>
      attribs.multiple !== undefined || Number.parseInt(attribs.size ?? '', 10) > 1 ? 'listbox' : 'combobox',
    td: (element) => (isInGrid(element) ? 'gridcell' : 'cell'),
    th: ({ attribs }) => (/^row/i.test(attribs.scope ?? '') ? 'rowheader' : 'columnheader'),
  }),
)

/** The implicit role of the element, its `role` attribute ignored (HTML Accessibility API Mappings 1.0). */
export function implicitRole(document: PageDocument, element: Element): string | null {
  // A drawing has links of its own (SVG Accessibility API Mappings 1.0).
  if (!isHtml(element)) return element.name === 'a' && hasTarget(element) ? 'link' : null
  return plainRoles.get(element.name) ?? contextualRoles.get(element.name)?.(element, document) ?? null
}

function imageRole(element: Element, document: PageDocument): string {
  const isDecorative = element.attribs.alt === '' && !isInConflict(document, element)
  return isDecorative ? 'presentation' : 'img'
}

/** The `type` of an `input` in lower case; `text` by default. */
export function inputType({ attribs }: Element): string {
  const written = attribs.type?.trim().toLowerCase()
  return written === undefined || written === '' ? 'text' : written
}

function inputRole(element: Element, document: PageDocument): string {
  const type = inputType(element)
  const role = inputRoles.get(type)
  if (role !== undefined) return role
  const [list] = referencedBy(document, element, 'list')
  if (list?.name === 'datalist' && ['text', 'search', 'tel', 'url', 'email'].includes(type)) return 'combobox'
  return type === 'search' ? 'searchbox' : 'textbox'
}

const sections = ['article', 'aside', 'nav', 'section']
const sectionRoles = new Set(['article', 'complementary', 'navigation', 'region'])

function partsOf(document: PageDocument, names: readonly string[], roles: ReadonlySet<string>): Set<Element> {
  const plain = document.byTag(...names).filter((element) => explicitRole(element) === null)
  const others = document.withAttribute('role').filter((element) => roles.has(explicitRole(element) ?? ''))
  return new Set([...plain, ...others])
}

/** The sectioning content around an element; a header, footer or aside in it belongs to that part alone. */
const sectionAround = memoize((document: PageDocument) =>
  nearestIn(partsOf(document, sections, sectionRoles)),
)

/** The sectioning content or the main content around an element. */
const partAround = memoize((document: PageDocument) =>
  nearestIn(partsOf(document, [...sections, 'main'], new Set([...sectionRoles, 'main']))),
)

type Around = (document: PageDocument) => (element: Element) => Element | null

function isIn(document: PageDocument, element: Element, around: Around): boolean {
  return around(document)(element) !== null
}

function isTitled(element: Element, document: PageDocument): boolean {
  const { attribs } = element
  if (hasText(attribs['aria-label']) || hasText(attribs.title)) return true
  return referencedBy(document, element, 'aria-labelledby').length > 0
}

function isInGrid(element: Element): boolean {
  const table = tableAround(element)
  const role = table === null ? null : explicitRole(table)
  return role === 'grid' || role === 'treegrid'
}

const tableAround = nearest(({ name }) => name === 'table')
