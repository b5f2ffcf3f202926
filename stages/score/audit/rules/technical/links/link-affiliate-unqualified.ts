import { linksOf, type PageLink } from '../../../derived/links/links.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Redirect hosts of affiliate networks. */
const networks =
  /(?:^|\.)(?:amzn\.to|awin1\.com|shareasale\.com|linksynergy\.com|anrdoezrs\.net|dpbolvw\.net|jdoqocy\.com|kqzyfj\.com|tkqlhce\.com|prf\.hn|skimresources\.com|viglink\.com|tradedoubler\.com|tradetracker\.net|webgains\.com|clickbank\.net|financeads\.net|pntra\.com|pjtra\.com|sjv\.io|pxf\.io)$/
const shops = /(?:^|\.)amazon\.[a-z.]{2,6}$/
/** An Amazon partner tag ends with a country number. */
const partnerTag = /[?&]tag=[\w-]+-\d\d(?:&|$)/
const parameter = /[?&](?:aff_?id|affiliate_?id|aff_sub|afftrack|irgwc|campid|awinaffid)=[^&]/i
const qualified = ['sponsored', 'nofollow']

export const linkAffiliateUnqualified = rule({
  id: 'link-affiliate-unqualified',
  severity: 'info',
  title: 'Affiliate links without rel="sponsored"',
  passTitle: 'Affiliate links are marked',
  why: 'Google asks you to mark links that earn money with rel="sponsored" or "nofollow". Unmarked ones can count as link spam.',
  fix: 'Add rel="sponsored" to affiliate links.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/qualify-outbound-links',
  needs: ['document'],
  messages: {
    unmarked:
      '{affected} of {total} affiliate {total:link|links} {affected:has|have} neither rel="sponsored" nor "nofollow": {first}.',
  },

  check({ document }) {
    const links = linksOf(document).filter(isAffiliate)
    if (links.length === 0) return notApplicable
    const unmarked = links.filter(({ values }) => !qualified.some((one) => values.includes(one)))
    if (unmarked.length === 0) return pass
    const extent = { affected: unmarked.length, total: links.length }
    const evidence = unmarked.map(({ element, written }) => elementEvidence(element, written))
    return fail('unmarked', { evidence, extent })
  },
})

function isAffiliate({ type, href }: PageLink): boolean {
  if (type !== 'external' || href === null) return false
  const [, host = ''] = /^https?:\/\/([^/:?#]+)/.exec(href) ?? []
  return networks.test(host) || parameter.test(href) || (shops.test(host) && partnerTag.test(href))
}
