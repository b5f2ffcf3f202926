import { uncrawlableLinks } from '../../../derived/links/links.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const linksUncrawlable = rule({
  id: 'links-uncrawlable',
  severity: 'warning',
  title: 'Uncrawlable links',
  passTitle: 'Links are crawlable',
  why: 'Search engines discover pages through the href of links. They cannot follow a link whose href is empty, a script or a local file.',
  fix: 'Give each link an href with a real URL; use a button for what only runs a script.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  needs: ['document'],
  messages: {
    uncrawlable:
      '{affected} of {total} {total:link|links} {affected:has|have} no URL that crawlers can follow: {first}.',
  },

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
