import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

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
