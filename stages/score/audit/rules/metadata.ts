import type { Rule } from '../engine/rule.ts'
import { baseInvalid } from './metadata/base/base-invalid.ts'
import { baseLate } from './metadata/base/base-late.ts'
import { baseMultiple } from './metadata/base/base-multiple.ts'
import { charsetConflict } from './metadata/charset/charset-conflict.ts'
import { charsetLate } from './metadata/charset/charset-late.ts'
import { charsetMissing } from './metadata/charset/charset-missing.ts'
import { charsetNotUtf8 } from './metadata/charset/charset-not-utf8.ts'
import { descriptionBlank } from './metadata/description/description-blank.ts'
import { descriptionEqualsTitle } from './metadata/description/description-equals-title.ts'
import { descriptionLong } from './metadata/description/description-long.ts'
import { descriptionMissing } from './metadata/description/description-missing.ts'
import { descriptionMultiple } from './metadata/description/description-multiple.ts'
import { descriptionShort } from './metadata/description/description-short.ts'
import { doctypeMissing } from './metadata/doctype/doctype-missing.ts'
import { doctypeQuirks } from './metadata/doctype/doctype-quirks.ts'
import { metadataDuplicatedConflict } from './metadata/duplicates/metadata-duplicated-conflict.ts'
import { faviconBroken } from './metadata/favicon/favicon-broken.ts'
import { faviconMissing } from './metadata/favicon/favicon-missing.ts'
import { faviconRobotsBlocked } from './metadata/favicon/favicon-robots-blocked.ts'
import { bodyBeforeHtml } from './metadata/head/body-before-html.ts'
import { headBroken } from './metadata/head/head-broken.ts'
import { headBrokenNoscript } from './metadata/head/head-broken-noscript.ts'
import { headNotFirst } from './metadata/head/head-not-first.ts'
import { metadataInBody } from './metadata/head/metadata-in-body.ts'
import { llmsTxtInvalid } from './metadata/llms-txt/llms-txt-invalid.ts'
import { metaGoogleRetired } from './metadata/meta/meta-google-retired.ts'
import { metaKeywords } from './metadata/meta/meta-keywords.ts'
import { ogImageBroken } from './metadata/social/og-image-broken.ts'
import { ogImageRelative } from './metadata/social/og-image-relative.ts'
import { ogRequiredMissing } from './metadata/social/og-required-missing.ts'
import { ogUrlRelative } from './metadata/social/og-url-relative.ts'
import { twitterCardInvalid } from './metadata/social/twitter-card-invalid.ts'
import { templateArtifact } from './metadata/template/template-artifact.ts'
import { titleH1Unrelated } from './metadata/title/title-h1-unrelated.ts'
import { titleLong } from './metadata/title/title-long.ts'
import { titleMissing } from './metadata/title/title-missing.ts'
import { titleMultiple } from './metadata/title/title-multiple.ts'
import { titleOutsideHead } from './metadata/title/title-outside-head.ts'
import { titleShort } from './metadata/title/title-short.ts'
import { titleStuffed } from './metadata/title/title-stuffed.ts'
import { titleVague } from './metadata/title/title-vague.ts'
import { viewportInvalid } from './metadata/viewport/viewport-invalid.ts'
import { viewportMissing } from './metadata/viewport/viewport-missing.ts'

/** Rules about the metadata of the page, in the order of the catalogue. */
export const metadataRules: readonly Rule[] = [
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
