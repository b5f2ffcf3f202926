import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { jsonldNoContext } from './jsonld-no-context.ts'
import { jsonldNoType } from './jsonld-no-type.ts'
import { jsonldSyntax } from './jsonld-syntax.ts'
import { microdataBroken } from './microdata-broken.ts'
import { sdBreadcrumbInvalid } from './sd-breadcrumb-invalid.ts'
import { sdContentMismatch } from './sd-content-mismatch.ts'
import { sdDuplicateConflict } from './sd-duplicate-conflict.ts'
import { sdImageUncrawlable } from './sd-image-uncrawlable.ts'
import { sdInvalidValue } from './sd-invalid-value.ts'
import { sdNone } from './sd-none.ts'
import { sdOnNoindex } from './sd-on-noindex.ts'
import { sdRecommendedMissing } from './sd-recommended-missing.ts'
import { sdRequiredMissing } from './sd-required-missing.ts'
import { sdRichResultRetired } from './sd-rich-result-retired.ts'
import { sdSelfServingReview } from './sd-self-serving-review.ts'
import { sdUnknownProperty } from './sd-unknown-property.ts'
import { sdUnknownType } from './sd-unknown-type.ts'
import { videoSchemaMissing } from './video-schema-missing.ts'

/** Rules about structured data, in the order of the catalogue. */
export const structuredDataRules: readonly Rule[] = [
  videoSchemaMissing,
  jsonldSyntax,
  jsonldNoContext,
  jsonldNoType,
  sdUnknownType,
  sdUnknownProperty,
  sdRequiredMissing,
  sdRecommendedMissing,
  sdInvalidValue,
  sdRichResultRetired,
  sdContentMismatch,
  sdImageUncrawlable,
  sdSelfServingReview,
  sdBreadcrumbInvalid,
  sdDuplicateConflict,
  sdOnNoindex,
  microdataBroken,
  sdNone,
]
