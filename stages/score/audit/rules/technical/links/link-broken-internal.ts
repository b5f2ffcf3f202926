import { brokenLink, crawledTargets } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const linkBrokenInternal = rule({
  id: 'link-broken-internal',
  severity: 'error',
  title: 'Broken internal links',
  passTitle: 'Internal links work',
  why: 'Broken links lead visitors and crawlers to error pages.',
  fix: 'Correct the URL, remove the link, or redirect the old URL.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['document', 'probes', 'robots'],
  messages: {
    broken: '{affected} of {total} internal {total:link|links} {affected:is|are} broken: {first}',
  },

  check({ document, probes, robots }) {
    return evaluateTargets(crawledTargets({ document, robots }), 'broken', ({ url }) =>
      brokenLink(url, probes),
    )
  },
})
