import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { idsOf, referencedBy } from '../names/id-references.ts'
import { ancestorsOf, childElements, parentOf } from '../page/tree.ts'
import { isFocusable } from './focus.ts'
import { hasGlobalAttribute, isPresentational, roleOf } from './role.ts'

// Required context roles and required owned elements (WAI-ARIA 1.2, 5.2.7 and 5.2.6). The tables are those of the
// standard: aria-query's lack the parents of `option` and have alternatives where the standard has a list.

const required: ReadonlyMap<string, { readonly within?: string; readonly holds?: string }> = new Map(
  Object.entries({
    cell: { within: 'row' },
    columnheader: { within: 'row' },
    feed: { holds: 'article' },
    grid: { holds: 'row rowgroup' },
    gridcell: { within: 'row' },
    list: { holds: 'listitem' },
    listbox: { holds: 'group option' },
    listitem: { within: 'directory list' },
    menu: { holds: 'group menu menuitem menuitemcheckbox menuitemradio separator' },
    menubar: { holds: 'group menu menuitem menuitemcheckbox menuitemradio separator' },
    menuitem: { within: 'group menu menubar' },
    menuitemcheckbox: { within: 'group menu menubar' },
    menuitemradio: { within: 'group menu menubar' },
    option: { within: 'group listbox' },
    row: { within: 'grid rowgroup table treegrid', holds: 'cell columnheader gridcell rowheader' },
    rowgroup: { within: 'grid table treegrid', holds: 'row' },
    rowheader: { within: 'row' },
    tab: { within: 'tablist' },
    table: { holds: 'caption row rowgroup' },
    tablist: { holds: 'tab' },
    tree: { holds: 'group treeitem' },
    treegrid: { holds: 'row rowgroup' },
    treeitem: { within: 'group tree' },
  }),
)

/** Roles of which an element with this role needs one around it; null when it may stand anywhere. */
export function requiredParents(role: string | null): readonly string[] | null {
  return (role === null ? undefined : required.get(role)?.within)?.split(' ') ?? null
}

/** Roles that an element with this role may own; null when any may be owned. */
export function requiredChildren(role: string | null): readonly string[] | null {
  return (role === null ? undefined : required.get(role)?.holds)?.split(' ') ?? null
}

/** The role as other elements see it; null also for presentational elements. */
export function structuralRole(document: PageDocument, element: Element): string | null {
  const role = roleOf(document, element)
  return isPresentational(role) || role === 'paragraph' ? null : role
}

/** The owner of an id by `aria-owns`. */
const ownersById = memoize((document: PageDocument): ReadonlyMap<string, Element> => {
  const owners = new Map<string, Element>()
  for (const owner of document.withAttribute('aria-owns'))
    for (const id of idsOf(owner.attribs['aria-owns'])) if (!owners.has(id)) owners.set(id, owner)
  return owners
})

/**
 * Whether one of the roles is around the element, or around its owner. Groups in between are skipped where they
 * are allowed.
 */
export function isWithinRole(
  document: PageDocument,
  element: Element,
  role: string,
  parents: readonly string[],
): boolean {
  if (isUnder(document, parentOf(element), role, parents)) return true
  const owners = ownersById(document)
  for (const node of owners.size === 0 ? [] : [element, ...ancestorsOf(element)]) {
    const owner = owners.get(node.attribs.id ?? '')
    if (owner !== undefined && owner !== element && isUnder(document, owner, role, parents)) return true
  }
  return false
}

/** Roles that may stand inside a group of their own kind. */
const nestable = new Set(['listitem', 'treeitem'])

function isUnder(
  document: PageDocument,
  from: Element | null,
  role: string,
  parents: readonly string[],
): boolean {
  let wanted = parents
  for (let node = from; node !== null; node = parentOf(node)) {
    const found = structuralRole(document, node)
    if (found === null) continue
    if (found === 'group' && wanted.includes('group'))
      wanted = [...wanted.filter((one) => one !== 'group'), ...(nestable.has(role) ? [role] : [])]
    else return wanted.includes(found)
  }
  return false
}

/**
 * The elements that an element owns: the nearest exposed descendants that have a role, or that assistive
 * technology shows anyway.
 */
export function ownedElements(document: PageDocument, owner: Element, roles: readonly string[]): Element[] {
  const owned: Element[] = []
  const queue = [...childElements(owner), ...referencedBy(document, owner, 'aria-owns')]
  const seen = new Set<Element>([owner])
  for (let next = 0; next < queue.length; next += 1) {
    const element = queue[next] as Element
    if (seen.has(element) || !document.isExposed(element)) continue
    seen.add(element)
    const role = structuralRole(document, element)
    const isGroup = (role === 'group' || role === 'rowgroup') && roles.includes(role)
    const isShown = role !== null || hasGlobalAttribute(element) || isFocusable(document, element)
    if (isGroup || !isShown) queue.push(...childElements(element))
    else owned.push(element)
  }
  return owned
}
