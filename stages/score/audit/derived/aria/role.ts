import type { Element } from 'domhandler'
import { isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { tokens } from '../links/links.ts'
import { hasText, referencedBy } from '../names/id-references.ts'
import { closest, parentOf } from '../page/tree.ts'
import { globalAttributes, isRole } from './aria-roles.ts'
import { isFocusable } from './focus.ts'

/** The first token of the `role` attribute that is a role (WAI-ARIA 1.2, 8.1); null without one. */
export function explicitRole({ attribs }: Element): string | null {
  if (attribs.role === undefined) return null
  return tokens(attribs.role).find(isRole) ?? null
}

/** Whether the role is `none` or `presentation`. */
export function isPresentational(role: string | null): boolean {
  return role === 'none' || role === 'presentation'
}

/** Whether the element has a global ARIA attribute. */
export function hasGlobalAttribute({ attribs }: Element): boolean {
  return Object.keys(attribs).some((name) => globalAttributes.has(name))
}

/**
 * The role that assistive technology gets; null for none. On a focusable or described element `none` is ignored
 * (WAI-ARIA 1.2, 8.1.1).
 */
export function roleOf(document: PageDocument, element: Element): string | null {
  const explicit = explicitRole(element)
  if (explicit === null) return implicitRole(document, element)
  const isInConflict =
    isPresentational(explicit) && (hasGlobalAttribute(element) || isFocusable(document, element))
  return isInConflict ? implicitRole(document, element) : explicit
}

/** Implicit roles that depend on the element's name only (HTML Accessibility API Mappings 1.0, section 3.5). */
const plainRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    article: 'article',
    blockquote: 'blockquote',
    body: 'document',
    button: 'button',
    caption: 'caption',
    code: 'code',
    datalist: 'listbox',
    dd: 'definition',
    del: 'deletion',
    details: 'group',
    dfn: 'term',
    dialog: 'dialog',
    dt: 'term',
    em: 'emphasis',
    fieldset: 'group',
    figure: 'figure',
    h1: 'heading',
    h2: 'heading',
    h3: 'heading',
    h4: 'heading',
    h5: 'heading',
    h6: 'heading',
    hr: 'separator',
    ins: 'insertion',
    li: 'listitem',
    main: 'main',
    mark: 'mark',
    menu: 'list',
    meter: 'meter',
    nav: 'navigation',
    ol: 'list',
    optgroup: 'group',
    option: 'option',
    output: 'status',
    p: 'paragraph',
    progress: 'progressbar',
    search: 'search',
    strong: 'strong',
    sub: 'subscript',
    summary: 'button',
    sup: 'superscript',
    table: 'table',
    tbody: 'rowgroup',
    textarea: 'textbox',
    tfoot: 'rowgroup',
    thead: 'rowgroup',
    time: 'time',
    tr: 'row',
    ul: 'list',
  }),
)

type RoleOf = (element: Element, document: PageDocument) => string | null

/** Implicit roles that depend on attributes or on the position, as for cells and landmarks. */
const contextualRoles: ReadonlyMap<string, RoleOf> = new Map(
  Object.entries<RoleOf>({
    a: ({ attribs }) => (attribs.href === undefined ? null : 'link'),
    area: ({ attribs }) => (attribs.href === undefined ? null : 'link'),
    aside: (element, document) =>
      isInSection(element, false) && !isTitled(element, document) ? null : 'complementary',
    footer: (element) => (isInSection(element, true) ? null : 'contentinfo'),
    form: (element, document) => (isTitled(element, document) ? 'form' : null),
    header: (element) => (isInSection(element, true) ? null : 'banner'),
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
  if (!isHtml(element)) return null
  return plainRoles.get(element.name) ?? contextualRoles.get(element.name)?.(element, document) ?? null
}

function imageRole(element: Element, document: PageDocument): string {
  const isDecorative =
    element.attribs.alt === '' && !hasGlobalAttribute(element) && !isFocusable(document, element)
  return isDecorative ? 'presentation' : 'img'
}

const inputRoles: ReadonlyMap<string, string> = new Map(
  Object.entries({
    button: 'button',
    checkbox: 'checkbox',
    image: 'button',
    number: 'spinbutton',
    radio: 'radio',
    range: 'slider',
    reset: 'button',
    submit: 'button',
  }),
)

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

const sections = new Set(['article', 'aside', 'nav', 'section'])
const sectionRoles = new Set(['article', 'complementary', 'navigation', 'region'])

function isInSection(element: Element, isMainOne: boolean): boolean {
  const found = closest(element, (ancestor) => {
    const role = explicitRole(ancestor)
    const isMain = role === null ? ancestor.name === 'main' : role === 'main'
    if (isMainOne && isMain) return true
    return role === null ? sections.has(ancestor.name) : sectionRoles.has(role)
  })
  return found !== null
}

function isTitled(element: Element, document: PageDocument): boolean {
  const { attribs } = element
  if (hasText(attribs['aria-label']) || hasText(attribs.title)) return true
  return referencedBy(document, element, 'aria-labelledby').length > 0
}

function isInGrid(element: Element): boolean {
  const table = closest(element, ({ name }) => name === 'table')
  const role = table === null ? null : explicitRole(table)
  return role === 'grid' || role === 'treegrid'
}

/** Whether the `summary` is the one that opens its `details`. */
export function opensDetails(summary: Element): boolean {
  const parent = parentOf(summary)
  return (
    parent?.name === 'details' &&
    parent.children.find((child) => 'name' in child && child.name === 'summary') === summary
  )
}
