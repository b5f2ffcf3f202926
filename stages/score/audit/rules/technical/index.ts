import type { RuleDefinition } from '../../engine/rule.ts'
import { canonicalChain } from './canonical/canonical-chain.ts'
import { canonicalCrossDomain } from './canonical/canonical-cross-domain.ts'
import { canonicalFragment } from './canonical/canonical-fragment.ts'
import { canonicalHeaderMismatch } from './canonical/canonical-header-mismatch.ts'
import { canonicalHostDrift } from './canonical/canonical-host-drift.ts'
import { canonicalInvalid } from './canonical/canonical-invalid.ts'
import { canonicalMissing } from './canonical/canonical-missing.ts'
import { canonicalMultiple } from './canonical/canonical-multiple.ts'
import { canonicalRelative } from './canonical/canonical-relative.ts'
import { canonicalResolvedWithBase } from './canonical/canonical-resolved-with-base.ts'
import { canonicalSchemeDrift } from './canonical/canonical-scheme-drift.ts'
import { canonicalSignalsDisagree } from './canonical/canonical-signals-disagree.ts'
import { canonicalTarget4xx } from './canonical/canonical-target-4xx.ts'
import { canonicalTarget5xx } from './canonical/canonical-target-5xx.ts'
import { canonicalTargetDisallowed } from './canonical/canonical-target-disallowed.ts'
import { canonicalTargetNoindex } from './canonical/canonical-target-noindex.ts'
import { canonicalTargetRedirects } from './canonical/canonical-target-redirects.ts'
import { canonicalToRoot } from './canonical/canonical-to-root.ts'
import { canonicalTrackingParams } from './canonical/canonical-tracking-params.ts'
import { paginationCanonicalFirst } from './canonical/pagination-canonical-first.ts'
import { hreflangCodeInvalid } from './hreflang/hreflang-code-invalid.ts'
import { hreflangDuplicateCode } from './hreflang/hreflang-duplicate-code.ts'
import { hreflangInBody } from './hreflang/hreflang-in-body.ts'
import { hreflangNoGeneric } from './hreflang/hreflang-no-generic.ts'
import { hreflangNoReturn } from './hreflang/hreflang-no-return.ts'
import { hreflangRelative } from './hreflang/hreflang-relative.ts'
import { hreflangSelfMissing } from './hreflang/hreflang-self-missing.ts'
import { hreflangSelfVsLang } from './hreflang/hreflang-self-vs-lang.ts'
import { hreflangSourcesConflict } from './hreflang/hreflang-sources-conflict.ts'
import { hreflangTargetError } from './hreflang/hreflang-target-error.ts'
import { hreflangTargetNoindex } from './hreflang/hreflang-target-noindex.ts'
import { hreflangTargetNoncanonical } from './hreflang/hreflang-target-noncanonical.ts'
import { hreflangTargetRedirect } from './hreflang/hreflang-target-redirect.ts'
import { hreflangUrlManyLanguages } from './hreflang/hreflang-url-many-languages.ts'
import { hreflangVsCanonical } from './hreflang/hreflang-vs-canonical.ts'
import { hreflangXDefaultMissing } from './hreflang/hreflang-x-default-missing.ts'
import { jsShell } from './javascript/js-shell.ts'
import { contentLanguageConflict } from './language/content-language-conflict.ts'
import { langTextMismatch } from './language/lang-text-mismatch.ts'
import { linkAffiliateUnqualified } from './links/link-affiliate-unqualified.ts'
import { linkBrokenExternal } from './links/link-broken-external.ts'
import { linkBrokenInternal } from './links/link-broken-internal.ts'
import { linkLocalhost } from './links/link-localhost.ts'
import { linkNofollowInternal } from './links/link-nofollow-internal.ts'
import { linkRedirectsInternal } from './links/link-redirects-internal.ts'
import { linkRelTokenUnknown } from './links/link-rel-token-unknown.ts'
import { linksUncrawlable } from './links/links-uncrawlable.ts'
import { pageDeadEnd } from './links/page-dead-end.ts'
import { redirectChain } from './redirects/redirect-chain.ts'
import { redirectDowngrade } from './redirects/redirect-downgrade.ts'
import { redirectMetaRefresh } from './redirects/redirect-meta-refresh.ts'
import { redirectTemporary } from './redirects/redirect-temporary.ts'
import { bfcacheNoStore } from './response/bfcache-no-store.ts'
import { compressionMissing } from './response/compression-missing.ts'
import { contentTypeWrong } from './response/content-type-wrong.ts'
import { htmlOver2mb } from './response/html-over-2mb.ts'
import { metadataBeyondCutoff } from './response/metadata-beyond-cutoff.ts'
import { dataNosnippetMain } from './robots-directives/data-nosnippet-main.ts'
import { indexifembeddedAlone } from './robots-directives/indexifembedded-alone.ts'
import { nofollowPage } from './robots-directives/nofollow-page.ts'
import { noindex } from './robots-directives/noindex.ts'
import { noindexAndCanonical } from './robots-directives/noindex-and-canonical.ts'
import { noindexAndHreflang } from './robots-directives/noindex-and-hreflang.ts'
import { noindexInSitemap } from './robots-directives/noindex-in-sitemap.ts'
import { noindexNotCrawlable } from './robots-directives/noindex-not-crawlable.ts'
import { noindexOnJsPage } from './robots-directives/noindex-on-js-page.ts'
import { noindexOtherBot } from './robots-directives/noindex-other-bot.ts'
import { robotsConflict } from './robots-directives/robots-conflict.ts'
import { robotsUnknownBot } from './robots-directives/robots-unknown-bot.ts'
import { robotsUnknownToken } from './robots-directives/robots-unknown-token.ts'
import { snippetRestricted } from './robots-directives/snippet-restricted.ts'
import { unavailableAfterPast } from './robots-directives/unavailable-after-past.ts'
import { unavailableAfterUnparsable } from './robots-directives/unavailable-after-unparsable.ts'
import { crawlDelay } from './robots-txt/crawl-delay.ts'
import { robotsTxtBlocksOtherBots } from './robots-txt/robots-txt-blocks-other-bots.ts'
import { robotsTxtBlocksPage } from './robots-txt/robots-txt-blocks-page.ts'
import { robotsTxtBlocksResources } from './robots-txt/robots-txt-blocks-resources.ts'
import { robotsTxtGroupShadow } from './robots-txt/robots-txt-group-shadow.ts'
import { robotsTxtHtml } from './robots-txt/robots-txt-html.ts'
import { robotsTxtNoindexLine } from './robots-txt/robots-txt-noindex-line.ts'
import { robotsTxtRedirects } from './robots-txt/robots-txt-redirects.ts'
import { robotsTxtSyntax } from './robots-txt/robots-txt-syntax.ts'
import { robotsTxtTooLarge } from './robots-txt/robots-txt-too-large.ts'
import { robotsTxtUnreachable } from './robots-txt/robots-txt-unreachable.ts'
import { cspMissing } from './security/csp-missing.ts'
import { formInsecure } from './security/form-insecure.ts'
import { frameOptionsMissing } from './security/frame-options-missing.ts'
import { hstsMissing } from './security/hsts-missing.ts'
import { httpNotRedirecting } from './security/http-not-redirecting.ts'
import { httpsMissing } from './security/https-missing.ts'
import { mixedContentActive } from './security/mixed-content-active.ts'
import { mixedContentPassive } from './security/mixed-content-passive.ts'
import { nosniffMissing } from './security/nosniff-missing.ts'
import { sitemapCrossHost } from './sitemap/sitemap-cross-host.ts'
import { sitemapInvalid } from './sitemap/sitemap-invalid.ts'
import { sitemapLastmodFuture } from './sitemap/sitemap-lastmod-future.ts'
import { sitemapLastmodInvalid } from './sitemap/sitemap-lastmod-invalid.ts'
import { sitemapListsVariant } from './sitemap/sitemap-lists-variant.ts'
import { sitemapMissing } from './sitemap/sitemap-missing.ts'
import { sitemapNotInRobots } from './sitemap/sitemap-not-in-robots.ts'
import { sitemapPageAbsent } from './sitemap/sitemap-page-absent.ts'
import { sitemapTooLarge } from './sitemap/sitemap-too-large.ts'
import { soft404 } from './status/soft-404.ts'
import { status4xx } from './status/status-4xx.ts'
import { status5xx } from './status/status-5xx.ts'
import { urlDoubleSlash } from './url/url-double-slash.ts'
import { urlLong } from './url/url-long.ts'
import { urlParams } from './url/url-params.ts'
import { urlSessionId } from './url/url-session-id.ts'
import { urlSpace } from './url/url-space.ts'
import { urlUnderscore } from './url/url-underscore.ts'
import { urlUppercase } from './url/url-uppercase.ts'

/** Rules about how the page is reached, crawled and indexed, in the order of the catalogue. */
export const technicalRules: readonly RuleDefinition[] = [
  status4xx,
  status5xx,
  soft404,
  redirectChain,
  redirectTemporary,
  redirectMetaRefresh,
  redirectDowngrade,
  httpsMissing,
  httpNotRedirecting,
  mixedContentActive,
  mixedContentPassive,
  formInsecure,
  hstsMissing,
  cspMissing,
  nosniffMissing,
  frameOptionsMissing,
  contentTypeWrong,
  htmlOver2mb,
  metadataBeyondCutoff,
  compressionMissing,
  bfcacheNoStore,
  robotsTxtBlocksPage,
  robotsTxtBlocksOtherBots,
  robotsTxtUnreachable,
  robotsTxtHtml,
  robotsTxtTooLarge,
  robotsTxtRedirects,
  robotsTxtSyntax,
  robotsTxtNoindexLine,
  robotsTxtGroupShadow,
  robotsTxtBlocksResources,
  crawlDelay,
  noindex,
  noindexOtherBot,
  robotsConflict,
  robotsUnknownToken,
  robotsUnknownBot,
  unavailableAfterPast,
  unavailableAfterUnparsable,
  snippetRestricted,
  dataNosnippetMain,
  indexifembeddedAlone,
  noindexNotCrawlable,
  noindexOnJsPage,
  noindexAndCanonical,
  noindexAndHreflang,
  noindexInSitemap,
  nofollowPage,
  canonicalMissing,
  canonicalMultiple,
  canonicalInvalid,
  canonicalRelative,
  canonicalFragment,
  canonicalHeaderMismatch,
  canonicalToRoot,
  canonicalTarget4xx,
  canonicalTarget5xx,
  canonicalTargetRedirects,
  canonicalTargetNoindex,
  canonicalTargetDisallowed,
  canonicalChain,
  canonicalSchemeDrift,
  canonicalHostDrift,
  canonicalTrackingParams,
  canonicalCrossDomain,
  canonicalSignalsDisagree,
  canonicalResolvedWithBase,
  paginationCanonicalFirst,
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
