import type { Rule } from '../engine/rule.ts'
import { hreflangCodeInvalid } from './technical/hreflang/hreflang-code-invalid.ts'
import { hreflangDuplicateCode } from './technical/hreflang/hreflang-duplicate-code.ts'
import { hreflangInBody } from './technical/hreflang/hreflang-in-body.ts'
import { hreflangNoGeneric } from './technical/hreflang/hreflang-no-generic.ts'
import { hreflangNoReturn } from './technical/hreflang/hreflang-no-return.ts'
import { hreflangRelative } from './technical/hreflang/hreflang-relative.ts'
import { hreflangSelfMissing } from './technical/hreflang/hreflang-self-missing.ts'
import { hreflangSelfVsLang } from './technical/hreflang/hreflang-self-vs-lang.ts'
import { hreflangSourcesConflict } from './technical/hreflang/hreflang-sources-conflict.ts'
import { hreflangTargetError } from './technical/hreflang/hreflang-target-error.ts'
import { hreflangTargetNoindex } from './technical/hreflang/hreflang-target-noindex.ts'
import { hreflangTargetNoncanonical } from './technical/hreflang/hreflang-target-noncanonical.ts'
import { hreflangTargetRedirect } from './technical/hreflang/hreflang-target-redirect.ts'
import { hreflangUrlManyLanguages } from './technical/hreflang/hreflang-url-many-languages.ts'
import { hreflangVsCanonical } from './technical/hreflang/hreflang-vs-canonical.ts'
import { hreflangXDefaultMissing } from './technical/hreflang/hreflang-x-default-missing.ts'
import { jsShell } from './technical/javascript/js-shell.ts'
import { contentLanguageConflict } from './technical/language/content-language-conflict.ts'
import { langTextMismatch } from './technical/language/lang-text-mismatch.ts'
import { linkAffiliateUnqualified } from './technical/links/link-affiliate-unqualified.ts'
import { linkBrokenExternal } from './technical/links/link-broken-external.ts'
import { linkBrokenInternal } from './technical/links/link-broken-internal.ts'
import { linkLocalhost } from './technical/links/link-localhost.ts'
import { linkNofollowInternal } from './technical/links/link-nofollow-internal.ts'
import { linkRedirectsInternal } from './technical/links/link-redirects-internal.ts'
import { linkRelTokenUnknown } from './technical/links/link-rel-token-unknown.ts'
import { linksUncrawlable } from './technical/links/links-uncrawlable.ts'
import { pageDeadEnd } from './technical/links/page-dead-end.ts'
import { sitemapCrossHost } from './technical/sitemap/sitemap-cross-host.ts'
import { sitemapInvalid } from './technical/sitemap/sitemap-invalid.ts'
import { sitemapLastmodFuture } from './technical/sitemap/sitemap-lastmod-future.ts'
import { sitemapLastmodInvalid } from './technical/sitemap/sitemap-lastmod-invalid.ts'
import { sitemapListsVariant } from './technical/sitemap/sitemap-lists-variant.ts'
import { sitemapMissing } from './technical/sitemap/sitemap-missing.ts'
import { sitemapNotInRobots } from './technical/sitemap/sitemap-not-in-robots.ts'
import { sitemapPageAbsent } from './technical/sitemap/sitemap-page-absent.ts'
import { sitemapTooLarge } from './technical/sitemap/sitemap-too-large.ts'
import { urlDoubleSlash } from './technical/url/url-double-slash.ts'
import { urlLong } from './technical/url/url-long.ts'
import { urlParams } from './technical/url/url-params.ts'
import { urlSessionId } from './technical/url/url-session-id.ts'
import { urlSpace } from './technical/url/url-space.ts'
import { urlUnderscore } from './technical/url/url-underscore.ts'
import { urlUppercase } from './technical/url/url-uppercase.ts'

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
