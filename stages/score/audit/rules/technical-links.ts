import type { Rule } from '../rule.ts'
import { contentLanguageConflict } from './technical/content-language-conflict.ts'
import { hreflangCodeInvalid } from './technical/hreflang-code-invalid.ts'
import { hreflangDuplicateCode } from './technical/hreflang-duplicate-code.ts'
import { hreflangInBody } from './technical/hreflang-in-body.ts'
import { hreflangNoGeneric } from './technical/hreflang-no-generic.ts'
import { hreflangNoReturn } from './technical/hreflang-no-return.ts'
import { hreflangRelative } from './technical/hreflang-relative.ts'
import { hreflangSelfMissing } from './technical/hreflang-self-missing.ts'
import { hreflangSelfVsLang } from './technical/hreflang-self-vs-lang.ts'
import { hreflangSourcesConflict } from './technical/hreflang-sources-conflict.ts'
import { hreflangTargetError } from './technical/hreflang-target-error.ts'
import { hreflangTargetNoindex } from './technical/hreflang-target-noindex.ts'
import { hreflangTargetNoncanonical } from './technical/hreflang-target-noncanonical.ts'
import { hreflangTargetRedirect } from './technical/hreflang-target-redirect.ts'
import { hreflangUrlManyLanguages } from './technical/hreflang-url-many-languages.ts'
import { hreflangVsCanonical } from './technical/hreflang-vs-canonical.ts'
import { hreflangXDefaultMissing } from './technical/hreflang-x-default-missing.ts'
import { jsShell } from './technical/js-shell.ts'
import { langTextMismatch } from './technical/lang-text-mismatch.ts'
import { linkAffiliateUnqualified } from './technical/link-affiliate-unqualified.ts'
import { linkBrokenExternal } from './technical/link-broken-external.ts'
import { linkBrokenInternal } from './technical/link-broken-internal.ts'
import { linkLocalhost } from './technical/link-localhost.ts'
import { linkNofollowInternal } from './technical/link-nofollow-internal.ts'
import { linkRedirectsInternal } from './technical/link-redirects-internal.ts'
import { linkRelTokenUnknown } from './technical/link-rel-token-unknown.ts'
import { linksUncrawlable } from './technical/links-uncrawlable.ts'
import { pageDeadEnd } from './technical/page-dead-end.ts'
import { sitemapCrossHost } from './technical/sitemap-cross-host.ts'
import { sitemapInvalid } from './technical/sitemap-invalid.ts'
import { sitemapLastmodFuture } from './technical/sitemap-lastmod-future.ts'
import { sitemapLastmodInvalid } from './technical/sitemap-lastmod-invalid.ts'
import { sitemapListsVariant } from './technical/sitemap-lists-variant.ts'
import { sitemapMissing } from './technical/sitemap-missing.ts'
import { sitemapNotInRobots } from './technical/sitemap-not-in-robots.ts'
import { sitemapPageAbsent } from './technical/sitemap-page-absent.ts'
import { sitemapTooLarge } from './technical/sitemap-too-large.ts'
import { urlDoubleSlash } from './technical/url-double-slash.ts'
import { urlLong } from './technical/url-long.ts'
import { urlParams } from './technical/url-params.ts'
import { urlSessionId } from './technical/url-session-id.ts'
import { urlSpace } from './technical/url-space.ts'
import { urlUnderscore } from './technical/url-underscore.ts'
import { urlUppercase } from './technical/url-uppercase.ts'

/** Rules about addresses, sitemaps, links and language versions, in the order of the catalogue. */
export const technicalLinksRules: readonly Rule[] = [
  urlLong,
  urlUppercase,
  urlUnderscore,
  urlDoubleSlash,
  urlSpace,
  urlParams,
  urlSessionId,
  sitemapMissing,
  sitemapNotInRobots,
  sitemapInvalid,
  sitemapTooLarge,
  sitemapCrossHost,
  sitemapPageAbsent,
  sitemapListsVariant,
  sitemapLastmodInvalid,
  sitemapLastmodFuture,
  linksUncrawlable,
  linkBrokenInternal,
  linkBrokenExternal,
  linkRedirectsInternal,
  linkLocalhost,
  linkNofollowInternal,
  linkAffiliateUnqualified,
  linkRelTokenUnknown,
  pageDeadEnd,
  jsShell,
  hreflangCodeInvalid,
  hreflangRelative,
  hreflangInBody,
  hreflangSelfMissing,
  hreflangXDefaultMissing,
  hreflangDuplicateCode,
  hreflangUrlManyLanguages,
  hreflangNoReturn,
  hreflangTargetError,
  hreflangTargetRedirect,
  hreflangTargetNoindex,
  hreflangTargetNoncanonical,
  hreflangSourcesConflict,
  hreflangNoGeneric,
  hreflangSelfVsLang,
  hreflangVsCanonical,
  contentLanguageConflict,
  langTextMismatch,
]
