import { brokenLink, linkTargets } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const linkBrokenExternal = rule({
  id: 'link-broken-external',
  severity: 'warning',
  title: 'Links to other sites work',
  why: 'Links to pages that are gone disappoint visitors, and make the page look neglected.',
  fix: 'Correct the address, or remove the link.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['document', 'probes'],
  messages: {
    broken:
      '{affected} of {total} pages of other sites that links lead to answer with an error or not at all: {first}.',
  },

  check({ document, probes }) {
    return evaluateTargets(linkTargets(document).external, 'broken', ({ url }) => brokenLink(url, probes))
  },
})
