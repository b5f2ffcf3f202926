import { type Canonical, canonicalOf } from './canonical.ts'
import type { PageFacts } from './facts.ts'
import { type Group, keysOf } from './groups.ts'
import { largestIcon } from './icons.ts'
import { largestImage } from './images.ts'
import { openGraphOf, twitterOf } from './open-graph.ts'
import type { FetchedPage } from './page.ts'
import { type Reading, readingOf } from './reading.ts'

/** What must be looked up outside before the result can be made. */
export interface Questions {
  /** Whose status is wanted, asked without following redirects; null when nothing needs asking. */
  readonly canonical: string | null
  /** Whose dominant colour is wanted: of the first that can be decoded. */
  readonly colourImages: readonly string[]
}

/** The status that a canonical URL answered; null when it gave none, `refused` when it may not be asked. */
export type CanonicalAnswer = number | 'refused' | null

/** What the look-ups said. */
export interface Gathered {
  /** Null, too, when it was not asked. */
  readonly canonicalStatus: CanonicalAnswer
  /** `#rrggbb` in lower case; null when no image could be decoded. */
  readonly dominantColor: string | null
}

/** The status that the canonical URL has: the page's own when it is the page itself. */
export function canonicalStatus(
  canonical: Canonical | null,
  page: FetchedPage,
  gathered: Gathered,
): CanonicalAnswer {
  if (canonical === null) return null
  return canonical.isSelf ? page.status : gathered.canonicalStatus
}

function colourImages(reading: Reading): string[] {
  const candidates = [
    openGraphOf(reading).image,
    twitterOf(reading).image,
    largestImage(reading),
    largestIcon(reading),
  ]
  return [...new Set(candidates.filter((url) => url !== null))]
}

export function questionsOf(facts: PageFacts, page: FetchedPage, groups: readonly Group[]): Questions {
  const reading = readingOf(facts, page)
  const keys = keysOf(groups)
  const needsCanonical = keys.has('canonical') || keys.has('indexability')
  const canonical = needsCanonical ? canonicalOf(reading) : null
  return {
    canonical: canonical?.isUsable && !canonical.isSelf ? canonical.href : null,
    colourImages: keys.has('dominant_color') ? colourImages(reading) : [],
  }
}
