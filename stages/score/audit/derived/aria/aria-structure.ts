import type { Element } from 'domhandler'
import { appendAll } from '#shared/append-all.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { idsOf, referencedBy } from '../names/id-references.ts'
import { childElements, parentOf } from '../page/tree.ts'
import { isFocusable } from './focus.ts'
import { textualRoles } from './implicit-roles.ts'
import { explicitRole, hasGlobalAttribute, isPresentational, roleOf } from './role.ts'

// Required context roles and required owned elements (WAI-ARIA 1.2, 5.2.7 and 5.2.6). The tables are those of the
// standard: aria-query's lack the parents of `option` and have alternatives where the standard has a list.

const required: ReadonlyMap<string, { readonly within?: string; readonly holds?: string }> = new Map(
  Object.entries({
    caption: { within: 'figure grid table treegrid' },
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
    suggestion: { holds: 'deletion insertion' },
    table: { holds: 'row rowgroup' },
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

/** The role as other elements see it; null for generic and presentational elements and for plain text. */
export function structuralRole(document: PageDocument, element: Element): string | null {
  const role = roleOf(document, element)
  if (role === null || role === 'generic' || isPresentational(role)) return null
  return textualRoles.has(role) && explicitRole(element) === null ? null : role
}

/** The owner of an id by `aria-owns`. */
const ownersById = memoize((document: PageDocument): ReadonlyMap<string, Element> => {
  const owners = new Map<string, Element>()
  for (const owner of document.withAttribute('aria-owns'))
    for (const id of idsOf(owner.attribs['aria-owns'])) if (!owners.has(id)) owners.set(id, owner)
  return owners
})

/** Roles that may stand inside a group of their own kind. */
const nestable = new Set(['listitem', 'treeitem'])

/**
 * Whether an element with one of the roles owns the element: the first that refers to it by `aria-owns`, else the
 * nearest around it that is exposed (ACT rules, "owned by"). Groups in between are skipped where they are allowed.
 */
export function isWithinRole(
  document: PageDocument,
  element: Element,
  role: string,
  parents: readonly string[],
): boolean {
  let wanted = parents
  for (let node = holderOf(document, element); node !== null; node = holderOf(document, node)) {
    const found = structuralRole(document, node)
    if (found !== 'group' || !wanted.includes('group')) return found !== null && wanted.includes(found)
    wanted = [...wanted.filter((one) => one !== 'group'), ...(nestable.has(role) ? [role] : [])]
  }
  return false
}

/** Holders that were asked for, by element. */
const knownHolders = memoize((_: PageDocument) => new Map<Element, Element | null>())

/**
 * The nearest element that is exposed, by its role or by a global attribute: from each element to the one that owns
 * it by `aria-owns`, else to its parent. Null without one, and where elements own each other.
 */
function holderOf(document: PageDocument, element: Element): Element | null {
  const known = knownHolders(document)
  const passed = new Set<Element>()
  let node: Element | null = element
  while (node !== null && !known.has(node) && !passed.has(node)) {
    passed.add(node)
    const above = ownerOrParent(document, node)
    if (above !== null && isHolder(document, above)) {
      for (const one of passed) known.set(one, above)
      return above
    }
    node = above
  }
  const holder = node === null ? null : (known.get(node) ?? null)
  for (const one of passed) known.set(one, holder)
  return holder
}

function isHolder(document: PageDocument, element: Element): boolean {
  return structuralRole(document, element) !== null || hasGlobalAttribute(element)
}

function ownerOrParent(document: PageDocument, element: Element): Element | null {
  const owner = ownersById(document).get(element.attribs.id ?? '')
  return owner === undefined || owner === element ? parentOf(element) : owner
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
    if (isGroup || !isShown) appendAll(queue, childElements(element))
    else owned.push(element)
  }
  return owned
}
