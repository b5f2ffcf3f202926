import { isDisallowed } from '../../../derived/links/link-targets.ts'
import { linksOf, type PageLink } from '../../../derived/links/links.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Links that need not be indexed: sign-in, baskets, replies, searches and sort orders, exports. */
const action =
  /log-?(?:in|out)|sign-?(?:in|up|out)|register|account|cart|basket|checkout|wishlist|compare|replytocom|[?&](?:action|add-to-cart|sort|order|filter|share|do|q|s)=|search|print|feed|\.pdf|wp-admin/i

export const linkNofollowInternal = rule({
  id: 'link-nofollow-internal',
  severity: 'warning',
  title: 'Internal links with nofollow',
  passTitle: 'Internal links are followed',
  why: 'nofollow tells search engines not to follow a link. Within your own site it hides pages and does not reliably keep them out of the index.',
  fix: 'Remove nofollow from links to pages that should be found; use robots.txt or noindex for others.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  needs: ['document', 'robots'],
  excludes:
    'Links to URLs that robots.txt disallows, and to sign-in, baskets, searches, sort orders and exports.',
  messages: {
    nofollow: '{affected} of {total} internal {total:link|links} {affected:has|have} rel="nofollow": {url}.',
  },

  check({ document, robots }) {
    const links = linksOf(document).filter(({ type }) => type === 'internal')
    if (links.length === 0) return notApplicable
    const nofollow = links.filter((link) => isHindered(link) && !isDisallowed(robots, link.href ?? ''))
    const [first] = nofollow
    if (first === undefined) return pass
    const extent = { affected: nofollow.length, total: links.length }
    const evidence = nofollow.map(({ element, written }) => elementEvidence(element, written))
    return fail('nofollow', { values: { url: first.written.slice(0, 200) }, evidence, extent })
  },
})

/** Links of visitors are rightly marked with `ugc`. */
function isHindered({ values, written }: PageLink): boolean {
  return values.includes('nofollow') && !values.includes('ugc') && !action.test(written)
}
