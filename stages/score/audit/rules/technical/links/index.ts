import type { Rule } from '#stages/score/audit/engine/rule.ts'
import { linkAffiliateUnqualified } from './link-affiliate-unqualified.ts'
import { linkBrokenExternal } from './link-broken-external.ts'
import { linkBrokenInternal } from './link-broken-internal.ts'
import { linkLocalhost } from './link-localhost.ts'
import { linkNofollowInternal } from './link-nofollow-internal.ts'
import { linkRedirectsInternal } from './link-redirects-internal.ts'
import { linkRelTokenUnknown } from './link-rel-token-unknown.ts'
import { linksUncrawlable } from './links-uncrawlable.ts'
import { pageDeadEnd } from './page-dead-end.ts'

/** Rules about links, in the order of the catalogue. */
export const linksRules: readonly Rule[] = [
  linksUncrawlable,
  linkBrokenInternal,
  linkBrokenExternal,
  linkRedirectsInternal,
  linkLocalhost,
  linkNofollowInternal,
  linkAffiliateUnqualified,
  linkRelTokenUnknown,
  pageDeadEnd,
]
