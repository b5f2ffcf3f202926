import { alternatesOf, languageOfCode } from '../../../derived/hreflang/alternates.ts'
import { languagesWithoutGeneric } from '../../../derived/hreflang/hreflang-generic.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangNoGeneric = rule({
  id: 'hreflang-no-generic',
  severity: 'info',
  title: 'No hreflang version for all regions of a language',
  passTitle: 'Each language has a version for all regions',
  why: 'With versions for some countries only, visitors from other countries get any of them. Google recommends one version for all speakers of the language.',
  fix: 'Add the bare language code, or x-default, for the most general version; it may be one of the existing versions.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { missing: 'There are country versions, but none for all speakers of {languages}.' },

  check({ document, http }) {
    const alternates = alternatesOf({ document, http })
    if (!alternates.some(({ code }) => languageOfCode(code) !== code.toLowerCase())) return notApplicable
    const languages = languagesWithoutGeneric(alternates)
    if (languages.length === 0) return pass
    const isOfThem = (code: string) => languages.includes(languageOfCode(code) ?? '')
    const evidence = alternates.filter(({ code }) => isOfThem(code)).map((one) => one.evidence)
    const values = { languages: languages.slice(0, 10).join(', ') }
    return fail('missing', { values, evidence })
  },
})
