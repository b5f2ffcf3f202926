import type { Rule } from '../rule.ts'
import { bfcacheNoStore } from './technical/bfcache-no-store.ts'
import { canonicalChain } from './technical/canonical-chain.ts'
import { canonicalCrossDomain } from './technical/canonical-cross-domain.ts'
import { canonicalFragment } from './technical/canonical-fragment.ts'
import { canonicalHeaderMismatch } from './technical/canonical-header-mismatch.ts'
import { canonicalHostDrift } from './technical/canonical-host-drift.ts'
import { canonicalInvalid } from './technical/canonical-invalid.ts'
import { canonicalMissing } from './technical/canonical-missing.ts'
import { canonicalMultiple } from './technical/canonical-multiple.ts'
import { canonicalRelative } from './technical/canonical-relative.ts'
import { canonicalResolvedWithBase } from './technical/canonical-resolved-with-base.ts'
import { canonicalSchemeDrift } from './technical/canonical-scheme-drift.ts'
import { canonicalSignalsDisagree } from './technical/canonical-signals-disagree.ts'
import { canonicalTarget4xx } from './technical/canonical-target-4xx.ts'
import { canonicalTarget5xx } from './technical/canonical-target-5xx.ts'
import { canonicalTargetDisallowed } from './technical/canonical-target-disallowed.ts'
import { canonicalTargetNoindex } from './technical/canonical-target-noindex.ts'
import { canonicalTargetRedirects } from './technical/canonical-target-redirects.ts'
import { canonicalToRoot } from './technical/canonical-to-root.ts'
import { canonicalTrackingParams } from './technical/canonical-tracking-params.ts'
import { compressionMissing } from './technical/compression-missing.ts'
import { contentTypeWrong } from './technical/content-type-wrong.ts'
import { crawlDelay } from './technical/crawl-delay.ts'
import { cspMissing } from './technical/csp-missing.ts'
import { dataNosnippetMain } from './technical/data-nosnippet-main.ts'
import { formInsecure } from './technical/form-insecure.ts'
import { frameOptionsMissing } from './technical/frame-options-missing.ts'
import { hstsMissing } from './technical/hsts-missing.ts'
import { htmlOver2mb } from './technical/html-over-2mb.ts'
import { httpNotRedirecting } from './technical/http-not-redirecting.ts'
import { httpsMissing } from './technical/https-missing.ts'
import { indexifembeddedAlone } from './technical/indexifembedded-alone.ts'
import { metadataBeyondCutoff } from './technical/metadata-beyond-cutoff.ts'
import { mixedContentActive } from './technical/mixed-content-active.ts'
import { mixedContentPassive } from './technical/mixed-content-passive.ts'
import { nofollowPage } from './technical/nofollow-page.ts'
import { noindex } from './technical/noindex.ts'
import { noindexAndCanonical } from './technical/noindex-and-canonical.ts'
import { noindexAndHreflang } from './technical/noindex-and-hreflang.ts'
import { noindexInSitemap } from './technical/noindex-in-sitemap.ts'
import { noindexNotCrawlable } from './technical/noindex-not-crawlable.ts'
import { noindexOnJsPage } from './technical/noindex-on-js-page.ts'
import { noindexOtherBot } from './technical/noindex-other-bot.ts'
import { nosniffMissing } from './technical/nosniff-missing.ts'
import { paginationCanonicalFirst } from './technical/pagination-canonical-first.ts'
import { redirectChain } from './technical/redirect-chain.ts'
import { redirectDowngrade } from './technical/redirect-downgrade.ts'
import { redirectMetaRefresh } from './technical/redirect-meta-refresh.ts'
import { redirectTemporary } from './technical/redirect-temporary.ts'
import { robotsConflict } from './technical/robots-conflict.ts'
import { robotsTxtBlocksOtherBots } from './technical/robots-txt-blocks-other-bots.ts'
import { robotsTxtBlocksPage } from './technical/robots-txt-blocks-page.ts'
import { robotsTxtBlocksResources } from './technical/robots-txt-blocks-resources.ts'
import { robotsTxtGroupShadow } from './technical/robots-txt-group-shadow.ts'
import { robotsTxtHtml } from './technical/robots-txt-html.ts'
import { robotsTxtNoindexLine } from './technical/robots-txt-noindex-line.ts'
import { robotsTxtRedirects } from './technical/robots-txt-redirects.ts'
import { robotsTxtSyntax } from './technical/robots-txt-syntax.ts'
import { robotsTxtTooLarge } from './technical/robots-txt-too-large.ts'
import { robotsTxtUnreachable } from './technical/robots-txt-unreachable.ts'
import { robotsUnknownBot } from './technical/robots-unknown-bot.ts'
import { robotsUnknownToken } from './technical/robots-unknown-token.ts'
import { snippetRestricted } from './technical/snippet-restricted.ts'
import { soft404 } from './technical/soft-404.ts'
import { status4xx } from './technical/status-4xx.ts'
import { status5xx } from './technical/status-5xx.ts'
import { unavailableAfterPast } from './technical/unavailable-after-past.ts'
import { unavailableAfterUnparsable } from './technical/unavailable-after-unparsable.ts'

/** Rules about how the page is reached, crawled and indexed, in the order of the catalogue. */
export const technicalAccessRules: readonly Rule[] = [
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
]
