import type { RuleDefinition } from '../../engine/rule.ts'
import { h1Empty } from './headings/h1-empty.ts'
import { h1Missing } from './headings/h1-missing.ts'
import { h1Multiple } from './headings/h1-multiple.ts'
import { imageAltFilename } from './images/image-alt-filename.ts'
import { imageAltLong } from './images/image-alt-long.ts'
import { imageBroken } from './images/image-broken.ts'
import { imageHeavy } from './images/image-heavy.ts'
import { imageLegacyFormat } from './images/image-legacy-format.ts'
import { imageNoSrcFallback } from './images/image-no-src-fallback.ts'
import { imageWrongType } from './images/image-wrong-type.ts'
import { pictureNoImg } from './images/picture-no-img.ts'
import { srcsetInvalid } from './images/srcset-invalid.ts'
import { linkTextGeneric } from './links/link-text-generic.ts'
import { authorMissing } from './publication/author-missing.ts'
import { dateConflict } from './publication/date-conflict.ts'
import { dateFuture } from './publication/date-future.ts'
import { dateMissing } from './publication/date-missing.ts'
import { jsonldNoContext } from './structured-data/jsonld-no-context.ts'
import { jsonldNoType } from './structured-data/jsonld-no-type.ts'
import { jsonldSyntax } from './structured-data/jsonld-syntax.ts'
import { microdataBroken } from './structured-data/microdata-broken.ts'
import { sdBreadcrumbInvalid } from './structured-data/sd-breadcrumb-invalid.ts'
import { sdContentMismatch } from './structured-data/sd-content-mismatch.ts'
import { sdDuplicateConflict } from './structured-data/sd-duplicate-conflict.ts'
import { sdImageUncrawlable } from './structured-data/sd-image-uncrawlable.ts'
import { sdInvalidValue } from './structured-data/sd-invalid-value.ts'
import { sdNone } from './structured-data/sd-none.ts'
import { sdOnNoindex } from './structured-data/sd-on-noindex.ts'
import { sdRecommendedMissing } from './structured-data/sd-recommended-missing.ts'
import { sdRequiredMissing } from './structured-data/sd-required-missing.ts'
import { sdRichResultRetired } from './structured-data/sd-rich-result-retired.ts'
import { sdSelfServingReview } from './structured-data/sd-self-serving-review.ts'
import { sdUnknownProperty } from './structured-data/sd-unknown-property.ts'
import { sdUnknownType } from './structured-data/sd-unknown-type.ts'
import { videoSchemaMissing } from './structured-data/video-schema-missing.ts'
import { contentHiddenText } from './text/content-hidden-text.ts'
import { contentMojibake } from './text/content-mojibake.ts'
import { contentPlaceholder } from './text/content-placeholder.ts'
import { contentRepeatedBlock } from './text/content-repeated-block.ts'
import { contentStuffing } from './text/content-stuffing.ts'
import { contentThin } from './text/content-thin.ts'
import { noSubheadings } from './text/no-subheadings.ts'
import { paragraphLong } from './text/paragraph-long.ts'
import { readabilityHard } from './text/readability-hard.ts'
import { sentenceLong } from './text/sentence-long.ts'

/** Rules about the content of the page, in the order of the catalogue. */
export const contentRules: readonly RuleDefinition[] = [
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
