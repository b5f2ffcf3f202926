import { duplicateContent } from './content/duplicate-content.ts'
import { duplicateDescription } from './content/duplicate-description.ts'
import { duplicateH1 } from './content/duplicate-h1.ts'
import { duplicateStructuredId } from './content/duplicate-structured-id.ts'
import { duplicateTitle } from './content/duplicate-title.ts'
import { mixedVariants } from './content/mixed-variants.ts'
import { canonicalChain } from './index-control/canonical-chain.ts'
import { canonicalToNotIndexable } from './index-control/canonical-to-not-indexable.ts'
import { hreflangNoReturn } from './index-control/hreflang-no-return.ts'
import { hreflangToNotIndexable } from './index-control/hreflang-to-not-indexable.ts'
import { notInSitemap } from './index-control/not-in-sitemap.ts'
import { orphanPage } from './index-control/orphan-page.ts'
import { sitemapNotIndexable } from './index-control/sitemap-not-indexable.ts'
import { brokenExternalLink } from './links/broken-external-link.ts'
import { brokenLink } from './links/broken-link.ts'
import { deadEnd } from './links/dead-end.ts'
import { deepPage } from './links/deep-page.ts'
import { linkToRedirect } from './links/link-to-redirect.ts'
import { nofollowInside } from './links/nofollow-inside.ts'
import { noindexLinked } from './links/noindex-linked.ts'
import { redirectChain } from './links/redirect-chain.ts'
import { redirectLoop } from './links/redirect-loop.ts'
import { robotsBlockedLinked } from './links/robots-blocked-linked.ts'
import { singleInlink } from './links/single-inlink.ts'
import type { SiteRule } from './site-rule.ts'

/** All rules about a site, errors first. */
export const siteRules: readonly SiteRule[] = [
  brokenLink,
  redirectLoop,
  sitemapNotIndexable,
  canonicalToNotIndexable,
  hreflangNoReturn,
  hreflangToNotIndexable,
  duplicateTitle,
  duplicateDescription,
  duplicateContent,
  mixedVariants,
  brokenExternalLink,
  linkToRedirect,
  redirectChain,
  orphanPage,
  canonicalChain,
  nofollowInside,
  robotsBlockedLinked,
  duplicateStructuredId,
  duplicateH1,
  noindexLinked,
  notInSitemap,
  deepPage,
  deadEnd,
  singleInlink,
]
