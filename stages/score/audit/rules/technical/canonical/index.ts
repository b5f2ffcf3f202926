import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { canonicalChain } from './canonical-chain.ts'
import { canonicalCrossDomain } from './canonical-cross-domain.ts'
import { canonicalFragment } from './canonical-fragment.ts'
import { canonicalHeaderMismatch } from './canonical-header-mismatch.ts'
import { canonicalHostDrift } from './canonical-host-drift.ts'
import { canonicalInvalid } from './canonical-invalid.ts'
import { canonicalMissing } from './canonical-missing.ts'
import { canonicalMultiple } from './canonical-multiple.ts'
import { canonicalRelative } from './canonical-relative.ts'
import { canonicalResolvedWithBase } from './canonical-resolved-with-base.ts'
import { canonicalSchemeDrift } from './canonical-scheme-drift.ts'
import { canonicalSignalsDisagree } from './canonical-signals-disagree.ts'
import { canonicalTarget4xx } from './canonical-target-4xx.ts'
import { canonicalTarget5xx } from './canonical-target-5xx.ts'
import { canonicalTargetDisallowed } from './canonical-target-disallowed.ts'
import { canonicalTargetNoindex } from './canonical-target-noindex.ts'
import { canonicalTargetRedirects } from './canonical-target-redirects.ts'
import { canonicalToRoot } from './canonical-to-root.ts'
import { canonicalTrackingParams } from './canonical-tracking-params.ts'
import { paginationCanonicalFirst } from './pagination-canonical-first.ts'

/** Rules about the canonical URL, in the order of the catalogue. */
export const canonicalRules: readonly Rule[] = [
  canonicalMissing,
  canonicalMultiple,
  canonicalInvalid,
  canonicalRelative,
  canonicalFragment,
  canonicalHeaderMismatch,
  canonicalToRoot,
  canonicalTarget4xx,
  canonicalTarget5xx,
  canonicalTargetRedirects,
  canonicalTargetNoindex,
  canonicalTargetDisallowed,
  canonicalChain,
  canonicalSchemeDrift,
  canonicalHostDrift,
  canonicalTrackingParams,
  canonicalCrossDomain,
  canonicalSignalsDisagree,
  canonicalResolvedWithBase,
  paginationCanonicalFirst,
]
