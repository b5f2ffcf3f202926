import { type FactIndex, indexFacts } from '../facts/fact-index.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import type { PageInput } from '../facts/page-input.ts'
import { type Group, keysOf } from './groups.ts'
import { type Canonical, canonicalOf } from './sections/canonical.ts'
import { largestIcon } from './sections/icons.ts'
import { largestImage } from './sections/images.ts'
import { openGraphOf, twitterOf } from './sections/open-graph.ts'

/** What must be looked up outside before the result can be made. */
export interface MetadataLookups {
  /** Whose status is wanted, asked without following redirects; null when nothing needs asking. */
  readonly canonical: string | null
  /** Whose dominant colour is wanted: of the first that can be decoded. */
  readonly colourImages: readonly string[]
}

/** The status that a canonical URL answered; null when it gave none, `refused` when it may not be asked. */
export type CanonicalStatus = number | 'refused' | null

/** What the look-ups said. */
export interface LookupAnswers {
  /** Null, too, when it was not asked. */
  readonly canonicalStatus: CanonicalStatus
  /** `#rrggbb` in lower case; null when no image could be decoded. */
  readonly dominantColor: string | null
}

/** The status that the canonical URL has: the page's own when it is the page itself. */
export function canonicalStatus(
  canonical: Canonical | null,
  page: PageInput,
  answers: LookupAnswers,
): CanonicalStatus {
  if (canonical === null) return null
  return canonical.isSelf ? page.status : answers.canonicalStatus
}

function colourImages(factIndex: FactIndex): string[] {
  const candidates = [
    openGraphOf(factIndex).image,
    twitterOf(factIndex).image,
    largestImage(factIndex),
    largestIcon(factIndex),
  ]
  return [...new Set(candidates.filter((url) => url !== null))]
}

export function metadataLookups(
  facts: PageFacts,
  page: PageInput,
  groups: readonly Group[],
): MetadataLookups {
  const factIndex = indexFacts(facts, page)
  const keys = keysOf(groups)
  const needsCanonical = keys.has('canonical') || keys.has('indexability')
  const canonical = needsCanonical ? canonicalOf(factIndex) : null
  return {
    canonical: canonical?.isUsable && !canonical.isSelf ? canonical.href : null,
    colourImages: keys.has('dominant_color') ? colourImages(factIndex) : [],
  }
}
