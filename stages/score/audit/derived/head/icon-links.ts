import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tokensOf } from '../canonical/canonicals.ts'

export interface IconLink {
  readonly element: Element
  /** Absolute, `data:` URLs included; null when it cannot be parsed. */
  readonly url: string | null
}

/** Relations from which Google takes a favicon. */
const relations = new Set(['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'])

/** Maximum number that is read; pages have about a dozen sizes. */
const MAX_ICONS = 50

/** Icons of the page in document order; `rel="shortcut icon"` is two tokens. */
export const iconLinks = memoize((document: PageDocument): readonly IconLink[] =>
  document
    .byTag('link')
    .filter(
      ({ attribs }) => Boolean(attribs.href) && tokensOf(attribs.rel).some((token) => relations.has(token)),
    )
    .slice(0, MAX_ICONS)
    .map((element) => ({ element, url: document.resolve(element.attribs.href ?? '') })),
)
