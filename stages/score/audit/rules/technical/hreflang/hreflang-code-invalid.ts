import { alternatesOf, sitemapAlternates } from '../../../derived/hreflang/alternates.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { codeFault } from './hreflang-code.ts'

export const hreflangCodeInvalid = rule({
  id: 'hreflang-code-invalid',
  severity: 'error',
  title: 'Invalid hreflang codes',
  passTitle: 'hreflang codes are valid',
  why: 'Google accepts an ISO 639-1 language, optionally with a script and an ISO 3166-1 country. Versions with any other code are ignored.',
  fix: 'Correct the codes: en-GB instead of en-UK, ja instead of jp, es instead of es-419.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'sitemaps'],
  messages: {
    invalid:
      '{affected} of {total} hreflang {total:entry|entries} {affected:has an invalid code|have invalid codes}: {first}',
  },

  check({ document, http, sitemaps }) {
    const all = [...alternatesOf({ document, http }), ...sitemapAlternates({ http, sitemaps })]
    return evaluateTargets(all, 'invalid', ({ spelling }) => {
      const fault = codeFault(spelling)
      return fault === null ? null : `"${spelling.slice(0, 50)}" (${fault})`
    })
  },
})
