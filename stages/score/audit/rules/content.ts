import type { Rule } from '../rule.ts'
import { authorMissing } from './content/author-missing.ts'
import { contentHiddenText } from './content/content-hidden-text.ts'
import { contentMojibake } from './content/content-mojibake.ts'
import { contentPlaceholder } from './content/content-placeholder.ts'
import { contentRepeatedBlock } from './content/content-repeated-block.ts'
import { contentStuffing } from './content/content-stuffing.ts'
import { contentThin } from './content/content-thin.ts'
import { dateConflict } from './content/date-conflict.ts'
import { dateFuture } from './content/date-future.ts'
import { dateMissing } from './content/date-missing.ts'
import { h1Empty } from './content/h1-empty.ts'
import { h1Missing } from './content/h1-missing.ts'
import { h1Multiple } from './content/h1-multiple.ts'
import { imageAltFilename } from './content/image-alt-filename.ts'
import { imageAltLong } from './content/image-alt-long.ts'
import { imageBroken } from './content/image-broken.ts'
import { imageHeavy } from './content/image-heavy.ts'
import { imageLegacyFormat } from './content/image-legacy-format.ts'
import { imageNoSrcFallback } from './content/image-no-src-fallback.ts'
import { imageWrongType } from './content/image-wrong-type.ts'
import { jsonldNoContext } from './content/jsonld-no-context.ts'
import { jsonldNoType } from './content/jsonld-no-type.ts'
import { jsonldSyntax } from './content/jsonld-syntax.ts'
import { linkTextGeneric } from './content/link-text-generic.ts'
import { microdataBroken } from './content/microdata-broken.ts'
import { noSubheadings } from './content/no-subheadings.ts'
import { paragraphLong } from './content/paragraph-long.ts'
import { pictureNoImg } from './content/picture-no-img.ts'
import { readabilityHard } from './content/readability-hard.ts'
import { sdBreadcrumbInvalid } from './content/sd-breadcrumb-invalid.ts'
import { sdContentMismatch } from './content/sd-content-mismatch.ts'
import { sdDuplicateConflict } from './content/sd-duplicate-conflict.ts'
import { sdImageUncrawlable } from './content/sd-image-uncrawlable.ts'
import { sdInvalidValue } from './content/sd-invalid-value.ts'
import { sdNone } from './content/sd-none.ts'
import { sdOnNoindex } from './content/sd-on-noindex.ts'
import { sdRecommendedMissing } from './content/sd-recommended-missing.ts'
import { sdRequiredMissing } from './content/sd-required-missing.ts'
import { sdRichResultRetired } from './content/sd-rich-result-retired.ts'
import { sdSelfServingReview } from './content/sd-self-serving-review.ts'
import { sdUnknownProperty } from './content/sd-unknown-property.ts'
import { sdUnknownType } from './content/sd-unknown-type.ts'
import { sentenceLong } from './content/sentence-long.ts'
import { srcsetInvalid } from './content/srcset-invalid.ts'
import { videoSchemaMissing } from './content/video-schema-missing.ts'

/** Rules about what the page says and shows, in the order of the catalogue. */
export const contentRules: readonly Rule[] = [
  h1Missing,
  h1Empty,
  h1Multiple,
  contentThin,
  contentPlaceholder,
  contentMojibake,
  contentHiddenText,
  contentStuffing,
  contentRepeatedBlock,
  readabilityHard,
  paragraphLong,
  sentenceLong,
  noSubheadings,
  linkTextGeneric,
  dateMissing,
  dateConflict,
  dateFuture,
  authorMissing,
  imageBroken,
  imageWrongType,
  imageHeavy,
  imageAltFilename,
  imageAltLong,
  imageNoSrcFallback,
  pictureNoImg,
  srcsetInvalid,
  imageLegacyFormat,
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
