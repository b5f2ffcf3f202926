import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { obstaclesFor } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const noindexAndHreflang = rule({
  id: 'noindex-and-hreflang',
  severity: 'warning',
  title: 'noindex on a page with hreflang',
  passTitle: 'Page with hreflang is indexable',
  why: 'hreflang offers the page for a language while noindex excludes it, which breaks the set of language versions.',
  fix: 'Remove noindex, or remove the page from the set of language versions.',
  effort: 'hours',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'request'],
  messages: { mixed: 'The page is set to noindex and declares {count} hreflang {count:version|versions}.' },

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
