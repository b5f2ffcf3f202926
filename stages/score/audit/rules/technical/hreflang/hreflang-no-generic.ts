import { alternatesOf, languageOfCode } from '../../../derived/hreflang/alternates.ts'
import { languagesWithoutGeneric } from '../../../derived/hreflang/hreflang-generic.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangNoGeneric = rule({
  id: 'hreflang-no-generic',
  severity: 'info',
  title: 'Each language has a version for all countries',
  why: 'With versions for some countries only, visitors from others get any of them. Google recommends one for all who speak the language.',
  fix: 'Add the bare language code, or x-default, for the version that suits most; it may be one of those there are.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { missing: 'There are versions for countries, but none for all who speak {languages}.' },

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
