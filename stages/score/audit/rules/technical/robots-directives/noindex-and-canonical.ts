import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexAndCanonical = rule({
  id: 'noindex-and-canonical',
  severity: 'warning',
  title: 'Page is either left out or merged',
  why: 'A canonical says that this page and another are the same, noindex that it shall not be indexed. Together they may hit the other page, too.',
  fix: 'Keep the canonical to merge the pages, or noindex to leave this one out.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'request'],
  messages: { mixed: 'The page asks not to be indexed and names {url} as its canonical.' },

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
