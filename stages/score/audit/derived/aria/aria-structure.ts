import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { isFocusable } from '../focus/focusable.ts'
import { idsOf, referencedBy } from '../names/id-references.ts'
import { ancestorsOf, childElements, parentOf } from '../page/ancestors.ts'
import { hasGlobalAttribute, isPresentational, roleOf } from './role.ts'

// WAI-ARIA 1.2, 5.2.7 and 5.2.6: what elements of a role must stand in, and what they must hold. aria-query's tables lack the parents of
// `option` and have alternatives where the standard has a list, so that these are the standard's own.

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

/** Roles of which one must be around an element of this role; null when it may stand anywhere. */
export function requiredParents(role: string | null): readonly string[] | null {
  return (role === null ? undefined : required.get(role)?.within)?.split(' ') ?? null
}

/** Roles of what an element of this role may own; null when that is open. */
export function requiredChildren(role: string | null): readonly string[] | null {
  return (role === null ? undefined : required.get(role)?.holds)?.split(' ') ?? null
}

/** The role that others see: null also for what is merely presentational. */
export function structuralRole(document: PageDocument, element: Element): string | null {
  const role = roleOf(document, element)
  return isPresentational(role) || role === 'paragraph' ? null : role
}

/** Who owns an id by `aria-owns`. */
const ownersById = memoize((document: PageDocument): ReadonlyMap<string, Element> => {
  const owners = new Map<string, Element>()
  for (const owner of document.withAttribute('aria-owns'))
    for (const id of idsOf(owner.attribs['aria-owns'])) if (!owners.has(id)) owners.set(id, owner)
  return owners
})

/** Whether one of the roles is around the element, or around something that owns it; groups are looked through where they are allowed. */
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

/** Roles that may stand within a group of their own kind. */
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

/** What an element owns: the nearest exposed elements below that have a role, or that assistive technology shows all the same. */
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
