import type { MetadataGroup } from '#shared/operations/metadata.ts'
import { type FactIndex, indexFacts } from '../facts/fact-index.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import type { PageInput } from '../facts/page-input.ts'
import { keysOf } from './groups.ts'
import { type Canonical, type CanonicalStatus, canonicalOf } from './sections/canonical.ts'
import { largestIcon } from './sections/icons.ts'
import { largestImage } from './sections/images.ts'
import { openGraphOf, twitterOf } from './sections/open-graph.ts'

/** Look-ups that `GET /metadata` needs for its result. */
export interface MetadataLookups {
  /** Canonical URL to probe without following redirects; null when no probe is needed. */
  readonly canonical: string | null
  /** Images to try, in order, until one can be decoded for its dominant colour. */
  readonly colourImages: readonly string[]
}

/** Answers to the look-ups. */
export interface LookupAnswers {
  /** Null, too, when it was not probed. */
  readonly canonicalStatus: CanonicalStatus
  /** `#rrggbb` in lower case; null when no image could be decoded. */
  readonly dominantColor: string | null
}

/** Status of the canonical URL: the page's own status when the page is its own canonical. */
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

/** The look-ups that the groups need. */
export function metadataLookups(
  facts: PageFacts,
  page: PageInput,
  groups: readonly MetadataGroup[],
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
