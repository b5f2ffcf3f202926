import { brokenLink, linkTargets } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const linkBrokenExternal = rule({
  id: 'link-broken-external',
  severity: 'warning',
  title: 'Broken external links',
  passTitle: 'External links work',
  why: 'Broken links disappoint visitors and make the page look neglected.',
  fix: 'Correct the URL, or remove the link.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['document', 'probes'],
  messages: {
    broken: '{affected} of {total} external {total:link|links} {affected:is|are} broken: {first}',
  },

  check({ document, probes }) {
    return evaluateTargets(linkTargets(document).external, 'broken', ({ url }) => brokenLink(url, probes))
  },
})
