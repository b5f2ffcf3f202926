import type { Element } from 'domhandler'
import { isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tabIndexOf } from './focus.ts'
import { namesImplying } from './implicit-roles.ts'
import { explicitRole, roleOf } from './role.ts'

/** Exposed elements whose `role` attribute has a role: those of HTML, then those of drawings and formulas. */
export const exposedWithRoles = memoize((document: PageDocument): readonly Element[] => {
  const drawn = document.foreign.filter(({ attribs }) => attribs.role !== undefined)
  return [...document.withAttribute('role'), ...drawn].filter(
    (element) => explicitRole(element) !== null && document.isExposed(element),
  )
})

/** Exposed HTML elements by the role of their `role` attribute. */
const byRole = memoize((document: PageDocument): ReadonlyMap<string, readonly Element[]> => {
  const groups = new Map<string, Element[]>()
  for (const element of exposedWithRoles(document).filter(isHtml)) {
    const role = explicitRole(element)
    if (role === null) continue
    const others = groups.get(role)
    if (others === undefined) groups.set(role, [element])
    else others.push(element)
  }
  return groups
})

/** The elements with one of the roles, role by role. */
export function exposedWithRole(document: PageDocument, ...roles: string[]): Element[] {
  return roles.flatMap((role) => byRole(document).get(role) ?? [])
}

/**
 * The exposed HTML elements with one of the roles, explicit or implicit; role by role, each in document order. Not for
 * presentational roles.
 */
export function exposedOfRole(document: PageDocument, ...roles: string[]): Element[] {
  const names = new Set(roles.flatMap(namesImplying))
  const candidates = [...document.byTag(...names), ...document.withAttribute('role')]
  const exposed = document.inOrder(candidates).filter((element) => document.isExposed(element))
  const byItsRole = Map.groupBy(exposed, (element) => roleOf(document, element))
  return roles.flatMap((role) => byItsRole.get(role) ?? [])
}

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
