import type { Rule } from '../rule.ts'
import { baseInvalid } from './metadata/base-invalid.ts'
import { baseLate } from './metadata/base-late.ts'
import { baseMultiple } from './metadata/base-multiple.ts'
import { bodyBeforeHtml } from './metadata/body-before-html.ts'
import { charsetConflict } from './metadata/charset-conflict.ts'
import { charsetLate } from './metadata/charset-late.ts'
import { charsetMissing } from './metadata/charset-missing.ts'
import { charsetNotUtf8 } from './metadata/charset-not-utf8.ts'
import { descriptionBlank } from './metadata/description-blank.ts'
import { descriptionEqualsTitle } from './metadata/description-equals-title.ts'
import { descriptionLong } from './metadata/description-long.ts'
import { descriptionMissing } from './metadata/description-missing.ts'
import { descriptionMultiple } from './metadata/description-multiple.ts'
import { descriptionShort } from './metadata/description-short.ts'
import { doctypeMissing } from './metadata/doctype-missing.ts'
import { doctypeQuirks } from './metadata/doctype-quirks.ts'
import { faviconBroken } from './metadata/favicon-broken.ts'
import { faviconMissing } from './metadata/favicon-missing.ts'
import { faviconRobotsBlocked } from './metadata/favicon-robots-blocked.ts'
import { headBroken } from './metadata/head-broken.ts'
import { headBrokenNoscript } from './metadata/head-broken-noscript.ts'
import { headNotFirst } from './metadata/head-not-first.ts'
import { llmsTxtInvalid } from './metadata/llms-txt-invalid.ts'
import { metaGoogleRetired } from './metadata/meta-google-retired.ts'
import { metaKeywords } from './metadata/meta-keywords.ts'
import { metadataDuplicatedConflict } from './metadata/metadata-duplicated-conflict.ts'
import { metadataInBody } from './metadata/metadata-in-body.ts'
import { ogImageBroken } from './metadata/og-image-broken.ts'
import { ogImageRelative } from './metadata/og-image-relative.ts'
import { ogRequiredMissing } from './metadata/og-required-missing.ts'
import { ogUrlRelative } from './metadata/og-url-relative.ts'
import { templateArtifact } from './metadata/template-artifact.ts'
import { titleH1Unrelated } from './metadata/title-h1-unrelated.ts'
import { titleLong } from './metadata/title-long.ts'
import { titleMissing } from './metadata/title-missing.ts'
import { titleMultiple } from './metadata/title-multiple.ts'
import { titleOutsideHead } from './metadata/title-outside-head.ts'
import { titleShort } from './metadata/title-short.ts'
import { titleStuffed } from './metadata/title-stuffed.ts'
import { titleVague } from './metadata/title-vague.ts'
import { twitterCardInvalid } from './metadata/twitter-card-invalid.ts'
import { viewportInvalid } from './metadata/viewport-invalid.ts'
import { viewportMissing } from './metadata/viewport-missing.ts'

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
