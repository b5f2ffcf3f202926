import { brokenLink, linkTargets } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const linkBrokenInternal = rule({
  id: 'link-broken-internal',
  severity: 'error',
  title: 'Links to pages of the site work',
  why: 'Links to pages that are gone lead visitors and crawlers into nothing.',
  fix: 'Correct the address, remove the link, or redirect the old address.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['document', 'probes'],
  messages: {
    broken:
      '{affected} of {total} pages of this site that links lead to answer with an error or not at all: {first}.',
  },

  check({ document, probes }) {
    return evaluateTargets(linkTargets(document).internal, 'broken', ({ url }) => brokenLink(url, probes))
  },
})
