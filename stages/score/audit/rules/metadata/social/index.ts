import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { ogImageBroken } from './og-image-broken.ts'
import { ogImageRelative } from './og-image-relative.ts'
import { ogRequiredMissing } from './og-required-missing.ts'
import { ogUrlRelative } from './og-url-relative.ts'
import { twitterCardInvalid } from './twitter-card-invalid.ts'

/** Rules about Open Graph and Twitter cards, in the order of the catalogue. */
export const socialRules: readonly Rule[] = [
  ogRequiredMissing,
  ogUrlRelative,
  ogImageRelative,
  ogImageBroken,
  twitterCardInvalid,
]
