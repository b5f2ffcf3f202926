import { uncrawlableLinks } from '../../../derived/links/links.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const linksUncrawlable = rule({
  id: 'links-uncrawlable',
  severity: 'warning',
  title: 'Links can be followed by crawlers',
  why: 'Search engines find pages by the href of links. A link that is empty, a script or a local file leads them nowhere.',
  fix: 'Give each link an href with a real address; use a button for what only starts a script.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: ['document'],
  messages: { uncrawlable: '{affected} of {total} links have no address that crawlers can follow.' },

  check({ document }) {
    const total = document.byTag('a').length
    if (total === 0) return notApplicable
    const links = uncrawlableLinks(document)
    if (links.length === 0) return pass
    const extent = { affected: links.length, total }
    const evidence = links.map((link) => elementEvidence(link, link.attribs.href ?? ''))
    return fail('uncrawlable', { evidence, extent })
  },
})
