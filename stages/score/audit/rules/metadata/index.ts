import type { RuleDefinition } from '../../engine/rule.ts'
import { baseInvalid } from './base/base-invalid.ts'
import { baseLate } from './base/base-late.ts'
import { baseMultiple } from './base/base-multiple.ts'
import { charsetConflict } from './charset/charset-conflict.ts'
import { charsetLate } from './charset/charset-late.ts'
import { charsetMissing } from './charset/charset-missing.ts'
import { charsetNotUtf8 } from './charset/charset-not-utf8.ts'
import { descriptionBlank } from './description/description-blank.ts'
import { descriptionEqualsTitle } from './description/description-equals-title.ts'
import { descriptionLong } from './description/description-long.ts'
import { descriptionMissing } from './description/description-missing.ts'
import { descriptionMultiple } from './description/description-multiple.ts'
import { descriptionShort } from './description/description-short.ts'
import { doctypeMissing } from './doctype/doctype-missing.ts'
import { doctypeQuirks } from './doctype/doctype-quirks.ts'
import { metadataDuplicatedConflict } from './duplicates/metadata-duplicated-conflict.ts'
import { faviconBroken } from './favicon/favicon-broken.ts'
import { faviconMissing } from './favicon/favicon-missing.ts'
import { faviconRobotsBlocked } from './favicon/favicon-robots-blocked.ts'
import { bodyBeforeHtml } from './head/body-before-html.ts'
import { headBroken } from './head/head-broken.ts'
import { headBrokenNoscript } from './head/head-broken-noscript.ts'
import { headNotFirst } from './head/head-not-first.ts'
import { metadataInBody } from './head/metadata-in-body.ts'
import { llmsTxtInvalid } from './llms-txt/llms-txt-invalid.ts'
import { metaGoogleRetired } from './meta/meta-google-retired.ts'
import { metaKeywords } from './meta/meta-keywords.ts'
import { ogImageBroken } from './social/og-image-broken.ts'
import { ogImageRelative } from './social/og-image-relative.ts'
import { ogRequiredMissing } from './social/og-required-missing.ts'
import { ogUrlRelative } from './social/og-url-relative.ts'
import { twitterCardInvalid } from './social/twitter-card-invalid.ts'
import { templateArtifact } from './template/template-artifact.ts'
import { titleH1Unrelated } from './title/title-h1-unrelated.ts'
import { titleLong } from './title/title-long.ts'
import { titleMissing } from './title/title-missing.ts'
import { titleMultiple } from './title/title-multiple.ts'
import { titleOutsideHead } from './title/title-outside-head.ts'
import { titleShort } from './title/title-short.ts'
import { titleStuffed } from './title/title-stuffed.ts'
import { titleVague } from './title/title-vague.ts'
import { viewportInvalid } from './viewport/viewport-invalid.ts'
import { viewportMissing } from './viewport/viewport-missing.ts'

/** Rules about the metadata of the page, in the order of the catalogue. */
export const metadataRules: readonly RuleDefinition[] = [
  titleMissing,
  titleMultiple,
  titleOutsideHead,
  titleLong,
  titleShort,
  titleVague,
  titleStuffed,
  titleH1Unrelated,
  descriptionMissing,
  descriptionBlank,
  descriptionMultiple,
  descriptionLong,
  descriptionShort,
  descriptionEqualsTitle,
  templateArtifact,
  charsetMissing,
  charsetLate,
  charsetConflict,
  charsetNotUtf8,
  doctypeMissing,
  doctypeQuirks,
  viewportMissing,
  viewportInvalid,
  headBroken,
  headBrokenNoscript,
  bodyBeforeHtml,
  headNotFirst,
  metadataInBody,
  baseInvalid,
  baseLate,
  baseMultiple,
  metaKeywords,
  metaGoogleRetired,
  ogRequiredMissing,
  ogUrlRelative,
  ogImageRelative,
  ogImageBroken,
  twitterCardInvalid,
  faviconMissing,
  faviconBroken,
  faviconRobotsBlocked,
  metadataDuplicatedConflict,
  llmsTxtInvalid,
]
