import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

export interface TitleElements {
  /** Titles that are children of the head, which browsers and crawlers use. Titles of svg are left out. */
  readonly inHead: readonly Element[]
  readonly elsewhere: readonly Element[]
}

/** The title elements of the document, in the head and elsewhere. */
export const titleElements = memoize((document: PageDocument): TitleElements => {
  const titles = document.byTag('title')
  const isInHead = (element: Element) => element.parent === document.head
  return { inHead: titles.filter(isInHead), elsewhere: titles.filter((element) => !isInHead(element)) }
})

/** Longer titles are checked by their beginning. */
const MAX_CHARS = 5_000

/** The title, at most 5,000 characters of it; null when it is absent or blank. */
export const titleText = memoize((document: PageDocument): string | null => {
  return document.title?.slice(0, MAX_CHARS).trim() || null
})
