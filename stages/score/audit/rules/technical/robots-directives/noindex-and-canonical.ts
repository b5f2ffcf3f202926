import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexAndCanonical = rule({
  id: 'noindex-and-canonical',
  severity: 'warning',
  title: 'noindex combined with a canonical to another page',
  passTitle: 'noindex and canonical do not conflict',
  why: 'A canonical says that this page and another are the same; noindex says that it should not be indexed. Combined, they may affect the other page, too.',
  fix: 'Keep the canonical to consolidate the pages, or noindex to exclude this one.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'request'],
  messages: { mixed: 'The page is set to noindex and names {url} as its canonical.' },

  check(facts) {
    const [first] = obstaclesFor(facts)
    if (first === undefined) return notApplicable
    // A canonical that names the page itself does not contradict noindex.
    const canonical = otherCanonicalOf(facts)
    if (canonical === null) return pass
    return fail('mixed', {
      values: { url: canonical.url.href },
      evidence: [first.evidence, canonical.evidence],
    })
  },
})
