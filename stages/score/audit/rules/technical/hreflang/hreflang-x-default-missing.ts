import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { languagesWithoutGeneric } from '../../../derived/hreflang/hreflang-generic.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangXDefaultMissing = rule({
  id: 'hreflang-x-default-missing',
  severity: 'info',
  title: 'hreflang without x-default',
  passTitle: 'hreflang includes x-default',
  why: 'x-default specifies the page for visitors whose language has no version of its own. Google recommends it.',
  fix: 'Add hreflang="x-default" for the language selection page or the most general version.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { missing: 'None of the {count} hreflang {count:entry|entries} is x-default.' },

  check({ document, http }) {
    const alternates = alternatesOf({ document, http })
    const codes = new Set(alternates.map(({ code }) => code.toLowerCase()))
    // Countries without a generic version are reported by hreflang-no-generic.
    if (codes.size < 2 || languagesWithoutGeneric(alternates).length > 0) return notApplicable
    if (codes.has('x-default')) return pass
    const evidence = alternates.map((one) => one.evidence)
    return fail('missing', { values: { count: alternates.length }, evidence })
  },
})
