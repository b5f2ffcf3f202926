import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexAndHreflang = rule({
  id: 'noindex-and-hreflang',
  severity: 'warning',
  title: 'Language versions are indexable',
  why: 'hreflang offers the page for a language while noindex takes it out, so the set of versions is broken.',
  fix: 'Remove noindex, or remove the page from the set of language versions.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'request'],
  messages: { mixed: 'The page asks not to be indexed and names {count} language versions.' },

  check({ document, http, request }) {
    const [first] = obstaclesFor({ document, http, request })
    if (first === undefined) return notApplicable
    const alternates = alternatesOf({ document, http })
    const count = alternates.length
    if (count === 0) return pass
    const evidence = [first.evidence, ...alternates.slice(0, 18).map((one) => one.evidence)]
    return fail('mixed', { values: { count }, evidence })
  },
})
