import type { Rule } from '../engine/rule.ts'
import { h1Empty } from './content/headings/h1-empty.ts'
import { h1Missing } from './content/headings/h1-missing.ts'
import { h1Multiple } from './content/headings/h1-multiple.ts'
import { imageAltFilename } from './content/images/image-alt-filename.ts'
import { imageAltLong } from './content/images/image-alt-long.ts'
import { imageBroken } from './content/images/image-broken.ts'
import { imageHeavy } from './content/images/image-heavy.ts'
import { imageLegacyFormat } from './content/images/image-legacy-format.ts'
import { imageNoSrcFallback } from './content/images/image-no-src-fallback.ts'
import { imageWrongType } from './content/images/image-wrong-type.ts'
import { pictureNoImg } from './content/images/picture-no-img.ts'
import { srcsetInvalid } from './content/images/srcset-invalid.ts'
import { linkTextGeneric } from './content/links/link-text-generic.ts'
import { authorMissing } from './content/publication/author-missing.ts'
import { dateConflict } from './content/publication/date-conflict.ts'
import { dateFuture } from './content/publication/date-future.ts'
import { dateMissing } from './content/publication/date-missing.ts'
import { jsonldNoContext } from './content/structured-data/jsonld-no-context.ts'
import { jsonldNoType } from './content/structured-data/jsonld-no-type.ts'
import { jsonldSyntax } from './content/structured-data/jsonld-syntax.ts'
import { microdataBroken } from './content/structured-data/microdata-broken.ts'
import { sdBreadcrumbInvalid } from './content/structured-data/sd-breadcrumb-invalid.ts'
import { sdContentMismatch } from './content/structured-data/sd-content-mismatch.ts'
import { sdDuplicateConflict } from './content/structured-data/sd-duplicate-conflict.ts'
import { sdImageUncrawlable } from './content/structured-data/sd-image-uncrawlable.ts'
import { sdInvalidValue } from './content/structured-data/sd-invalid-value.ts'
import { sdNone } from './content/structured-data/sd-none.ts'
import { sdOnNoindex } from './content/structured-data/sd-on-noindex.ts'
import { sdRecommendedMissing } from './content/structured-data/sd-recommended-missing.ts'
import { sdRequiredMissing } from './content/structured-data/sd-required-missing.ts'
import { sdRichResultRetired } from './content/structured-data/sd-rich-result-retired.ts'
import { sdSelfServingReview } from './content/structured-data/sd-self-serving-review.ts'
import { sdUnknownProperty } from './content/structured-data/sd-unknown-property.ts'
import { sdUnknownType } from './content/structured-data/sd-unknown-type.ts'
import { videoSchemaMissing } from './content/structured-data/video-schema-missing.ts'
import { contentHiddenText } from './content/text/content-hidden-text.ts'
import { contentMojibake } from './content/text/content-mojibake.ts'
import { contentPlaceholder } from './content/text/content-placeholder.ts'
import { contentRepeatedBlock } from './content/text/content-repeated-block.ts'
import { contentStuffing } from './content/text/content-stuffing.ts'
import { contentThin } from './content/text/content-thin.ts'
import { noSubheadings } from './content/text/no-subheadings.ts'
import { paragraphLong } from './content/text/paragraph-long.ts'
import { readabilityHard } from './content/text/readability-hard.ts'
import { sentenceLong } from './content/text/sentence-long.ts'

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
