import type { Element } from 'domhandler'
import { parseSrcset } from '#shared/page/srcset.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { tokensOf } from '../canonical/canonicals.ts'

/** Hosts that a page may connect to ahead; each connection takes from the others. */
export const MAX_PRECONNECTS = 4

export interface ResourceHint {
  readonly element: Element
  /** Absolute; null when it is absent or cannot be parsed. */
  readonly url: string | null
}

/** Maximum number that is read; pages have about a dozen. */
const MAX_HINTS = 200

const relations = ['preload', 'preconnect', 'dns-prefetch'] as const
type Relation = (typeof relations)[number]

const hints = memoize((document: PageDocument): Readonly<Record<Relation, readonly ResourceHint[]>> => {
  const byRelation: Record<Relation, ResourceHint[]> = { preload: [], preconnect: [], 'dns-prefetch': [] }
  for (const element of document.byTag('link')) {
    const tokens = tokensOf(element.attribs.rel)
    const { href } = element.attribs
    for (const relation of relations.filter((one) => tokens.includes(one)))
      if (byRelation[relation].length < MAX_HINTS)
        byRelation[relation].push({ element, url: href?.trim() ? document.resolve(href) : null })
  }
  return byRelation
})

/** The `link` elements with a relation of resource hints, in document order. */
export function hintsOf(document: PageDocument, relation: Relation): readonly ResourceHint[] {
  return hints(document)[relation]
}

/** The origin of an http(s) URL; null for others. */
export function originOf(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) ? parsed.origin : null
}

/** Whether the page preloads the image: its `src`, or the first candidate of its `srcset`. */
export function isPreloaded(document: PageDocument, { attribs }: Element): boolean {
  const src = attribs.src?.trim() ? document.resolve(attribs.src) : null
  const first = firstCandidate(attribs.srcset)
  return hintsOf(document, 'preload').some(({ element, url }) => {
    if (url !== null && url === src) return true
    return first !== null && firstCandidate(element.attribs.imagesrcset) === first
  })
}

function firstCandidate(srcset: string | undefined): string | null {
  return srcset === undefined ? null : (parseSrcset(srcset).candidates[0]?.url ?? null)
}
