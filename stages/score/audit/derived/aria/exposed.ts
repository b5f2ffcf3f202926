import type { Element } from 'domhandler'
import { isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { idsOf } from '../names/id-references.ts'
import { closest } from '../page/tree.ts'
import { tabIndexOf } from './focus.ts'
import { explicitRole, roleOf } from './role.ts'

/** Exposed elements whose `role` attribute has a role: those of HTML, then those of drawings and formulas. */
export const exposedWithRoles = memoize((document: PageDocument): readonly Element[] => {
  const drawn = document.foreign.filter(({ attribs }) => attribs.role !== undefined)
  return [...document.withAttribute('role'), ...drawn].filter(
    (element) => explicitRole(element) !== null && document.isExposed(element),
  )
})

/** Exposed HTML elements by the role of their `role` attribute. */
const byRole = memoize((document: PageDocument) =>
  grouped(exposedWithRoles(document).filter(isHtml), explicitRole),
)

function grouped(
  elements: readonly Element[],
  roleIn: (element: Element) => string | null,
): ReadonlyMap<string, readonly Element[]> {
  const groups = new Map<string, Element[]>()
  for (const element of elements) {
    const role = roleIn(element)
    if (role === null) continue
    const others = groups.get(role)
    if (others === undefined) groups.set(role, [element])
    else others.push(element)
  }
  return groups
}

/** The elements with one of the roles, role by role. */
export function exposedWithRole(document: PageDocument, ...roles: string[]): Element[] {
  return roles.flatMap((role) => byRole(document).get(role) ?? [])
}

/** Exposed HTML elements by their role, in document order. */
const exposedByRole = memoize((document: PageDocument) =>
  grouped(
    document.all.filter((element) => document.isExposed(element)),
    (element) => roleOf(document, element),
  ),
)

/** The exposed HTML elements with one of the roles, explicit or implicit; role by role, each in document order. */
export function exposedOfRole(document: PageDocument, ...roles: string[]): Element[] {
  return roles.flatMap((role) => exposedByRole(document).get(role) ?? [])
}

/** Elements that HTML names by other means; they have rules of their own. */
const namedByHtml = new Set(
  'area button fieldset figure img input output select summary svg table textarea'.split(' '),
)

/**
 * Elements with one of the roles whose name comes from ARIA only. Comboboxes named by their input, and their
 * lists, are left out.
 */
export function exposedWidgets(document: PageDocument, ...roles: string[]): Element[] {
  return exposedWithRole(document, ...roles).filter((element) => {
    const { name, attribs } = element
    if (namedByHtml.has(name) || (name === 'a' && attribs.href !== undefined)) return false
    const role = explicitRole(element)
    if (role === 'combobox') return !holdersOfInputs(document).has(element)
    return role !== 'listbox' || !isPopup(document, element)
  })
}

const holdersOfInputs = memoize((document: PageDocument): ReadonlySet<Element> => {
  const holders = new Set<Element>()
  for (const input of document.byTag('input')) {
    if (document.isHidden(input)) continue
    const holder = closest(input, (ancestor) => explicitRole(ancestor) === 'combobox')
    if (holder !== null) holders.add(holder)
  }
  return holders
})

function isPopup(document: PageDocument, list: Element): boolean {
  if (closest(list, (ancestor) => explicitRole(ancestor) === 'combobox') !== null) return true
  return list.attribs.id !== undefined && popupIds(document).has(list.attribs.id)
}

const popupIds = memoize((document: PageDocument): ReadonlySet<string> => {
  const boxes = exposedWithRole(document, 'combobox')
  return new Set(
    boxes.flatMap(({ attribs }) => [...idsOf(attribs['aria-controls']), ...idsOf(attribs['aria-owns'])]),
  )
})

/** Frames that people can reach. Frames for programs have a size of one pixel, or the Tab key skips them. */
export const exposedFrames = memoize((document: PageDocument): readonly Element[] =>
  document
    .byTag('frame', 'iframe')
    .filter((frame) => document.isExposed(frame) && (tabIndexOf(frame) ?? 0) >= 0 && !isPoint(frame)),
)

function isPoint({ attribs: { width, height } }: Element): boolean {
  return isTiny(width) && isTiny(height)
}

function isTiny(size: string | undefined): boolean {
  return size !== undefined && /^\s*[01](?:px)?\s*$/i.test(size)
}

/** The exposed main landmarks; hidden ones, which apps keep for other views, do not count. */
export function exposedMains(document: PageDocument): readonly Element[] {
  return exposedOfRole(document, 'main')
}
