import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { roleOf } from '../aria/role.ts'

export interface MainHeading {
  readonly element: Element
  readonly text: string
}

/** Number of h1 elements that are examined. */
const MAX_EXAMINED = 10

/** The first h1 that is shown and has text, at most 5,000 characters of it. */
export const mainHeading = memoize((document: PageDocument): MainHeading | null => {
  for (const element of document.byTag('h1').slice(0, MAX_EXAMINED)) {
    const text = document.isHidden(element) ? '' : document.text(element).slice(0, 5_000)
    if (text !== '') return { element, text }
  }
  return null
})

/** An exposed heading. */
export interface Heading {
  readonly element: Element
  readonly level: number
}

/** The headings of the page in document order: h1 to h6 without another role, and `role=heading`. */
export const headingLevels = memoize((document: PageDocument): readonly Heading[] => {
  const headings: Heading[] = []
  for (const element of document.all) {
    const level = levelOf(document, element)
    if (level !== null && document.isExposed(element)) headings.push({ element, level })
  }
  return headings
})

/** `aria-level` overrides the element's own level; `role=heading` without one has level 2 (WAI-ARIA 1.2, heading). */
function levelOf(document: PageDocument, element: Element): number | null {
  const { role } = element.attribs
  if (role === undefined && element.name.length !== 2) return null
  const own = /^h([1-6])$/.exec(element.name)
  if (role === undefined ? own === null : roleOf(document, element) !== 'heading') return null
  const written = Number.parseInt(element.attribs['aria-level'] ?? '', 10)
  if (written > 0) return written
  return own === null ? 2 : Number(own[1])
}
