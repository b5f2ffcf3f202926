import type { Rule } from '../engine/rule.ts'
import { canonicalChain } from './technical/canonical/canonical-chain.ts'
import { canonicalCrossDomain } from './technical/canonical/canonical-cross-domain.ts'
import { canonicalFragment } from './technical/canonical/canonical-fragment.ts'
import { canonicalHeaderMismatch } from './technical/canonical/canonical-header-mismatch.ts'
import { canonicalHostDrift } from './technical/canonical/canonical-host-drift.ts'
import { canonicalInvalid } from './technical/canonical/canonical-invalid.ts'
import { canonicalMissing } from './technical/canonical/canonical-missing.ts'
import { canonicalMultiple } from './technical/canonical/canonical-multiple.ts'
import { canonicalRelative } from './technical/canonical/canonical-relative.ts'
import { canonicalResolvedWithBase } from './technical/canonical/canonical-resolved-with-base.ts'
import { canonicalSchemeDrift } from './technical/canonical/canonical-scheme-drift.ts'
import { canonicalSignalsDisagree } from './technical/canonical/canonical-signals-disagree.ts'
import { canonicalTarget4xx } from './technical/canonical/canonical-target-4xx.ts'
import { canonicalTarget5xx } from './technical/canonical/canonical-target-5xx.ts'
import { canonicalTargetDisallowed } from './technical/canonical/canonical-target-disallowed.ts'
import { canonicalTargetNoindex } from './technical/canonical/canonical-target-noindex.ts'
import { canonicalTargetRedirects } from './technical/canonical/canonical-target-redirects.ts'
import { canonicalToRoot } from './technical/canonical/canonical-to-root.ts'
import { canonicalTrackingParams } from './technical/canonical/canonical-tracking-params.ts'
import { paginationCanonicalFirst } from './technical/canonical/pagination-canonical-first.ts'
import { redirectChain } from './technical/redirects/redirect-chain.ts'
import { redirectDowngrade } from './technical/redirects/redirect-downgrade.ts'
import { redirectMetaRefresh } from './technical/redirects/redirect-meta-refresh.ts'
import { redirectTemporary } from './technical/redirects/redirect-temporary.ts'
import { bfcacheNoStore } from './technical/response/bfcache-no-store.ts'
import { compressionMissing } from './technical/response/compression-missing.ts'
import { contentTypeWrong } from './technical/response/content-type-wrong.ts'
import { htmlOver2mb } from './technical/response/html-over-2mb.ts'
import { metadataBeyondCutoff } from './technical/response/metadata-beyond-cutoff.ts'
import { dataNosnippetMain } from './technical/robots-directives/data-nosnippet-main.ts'
import { indexifembeddedAlone } from './technical/robots-directives/indexifembedded-alone.ts'
import { nofollowPage } from './technical/robots-directives/nofollow-page.ts'
import { noindex } from './technical/robots-directives/noindex.ts'
import { noindexAndCanonical } from './technical/robots-directives/noindex-and-canonical.ts'
import { noindexAndHreflang } from './technical/robots-directives/noindex-and-hreflang.ts'
import { noindexInSitemap } from './technical/robots-directives/noindex-in-sitemap.ts'
import { noindexNotCrawlable } from './technical/robots-directives/noindex-not-crawlable.ts'
import { noindexOnJsPage } from './technical/robots-directives/noindex-on-js-page.ts'
import { noindexOtherBot } from './technical/robots-directives/noindex-other-bot.ts'
import { robotsConflict } from './technical/robots-directives/robots-conflict.ts'
import { robotsUnknownBot } from './technical/robots-directives/robots-unknown-bot.ts'
import { robotsUnknownToken } from './technical/robots-directives/robots-unknown-token.ts'
import { snippetRestricted } from './technical/robots-directives/snippet-restricted.ts'
import { unavailableAfterPast } from './technical/robots-directives/unavailable-after-past.ts'
import { unavailableAfterUnparsable } from './technical/robots-directives/unavailable-after-unparsable.ts'
import { crawlDelay } from './technical/robots-txt/crawl-delay.ts'
import { robotsTxtBlocksOtherBots } from './technical/robots-txt/robots-txt-blocks-other-bots.ts'
import { robotsTxtBlocksPage } from './technical/robots-txt/robots-txt-blocks-page.ts'
import { robotsTxtBlocksResources } from './technical/robots-txt/robots-txt-blocks-resources.ts'
import { robotsTxtGroupShadow } from './technical/robots-txt/robots-txt-group-shadow.ts'
import { robotsTxtHtml } from './technical/robots-txt/robots-txt-html.ts'
import { robotsTxtNoindexLine } from './technical/robots-txt/robots-txt-noindex-line.ts'
import { robotsTxtRedirects } from './technical/robots-txt/robots-txt-redirects.ts'
import { robotsTxtSyntax } from './technical/robots-txt/robots-txt-syntax.ts'
import { robotsTxtTooLarge } from './technical/robots-txt/robots-txt-too-large.ts'
import { robotsTxtUnreachable } from './technical/robots-txt/robots-txt-unreachable.ts'
import { cspMissing } from './technical/security/csp-missing.ts'
import { formInsecure } from './technical/security/form-insecure.ts'
import { frameOptionsMissing } from './technical/security/frame-options-missing.ts'
import { hstsMissing } from './technical/security/hsts-missing.ts'
import { httpNotRedirecting } from './technical/security/http-not-redirecting.ts'
import { httpsMissing } from './technical/security/https-missing.ts'
import { mixedContentActive } from './technical/security/mixed-content-active.ts'
import { mixedContentPassive } from './technical/security/mixed-content-passive.ts'
import { nosniffMissing } from './technical/security/nosniff-missing.ts'
import { soft404 } from './technical/status/soft-404.ts'
import { status4xx } from './technical/status/status-4xx.ts'
import { status5xx } from './technical/status/status-5xx.ts'

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
