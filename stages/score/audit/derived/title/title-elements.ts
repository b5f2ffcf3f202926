import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

export interface TitleElements {
  /** Children of head: what browsers and crawlers take. The titles of drawings (svg) are none. */
  readonly inHead: readonly Element[]
  readonly elsewhere: readonly Element[]
}

export const titleElements = memoize((document: PageDocument): TitleElements => {
  const titles = document.byTag('title')
  const isInHead = (element: Element) => element.parent === document.head
  return { inHead: titles.filter(isInHead), elsewhere: titles.filter((element) => !isInHead(element)) }
})

/** Much more than any line shows: what is longer is judged by its beginning. */
const MAX_CHARS = 5_000

/** The title, at most 5,000 characters of it; null when there is none or it is blank. */
export const titleText = memoize((document: PageDocument): string | null => {
  return document.title?.slice(0, MAX_CHARS).trim() || null
})
