import { alternatesOf, sitemapAlternates } from '../../../derived/hreflang/alternates.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { codeFault } from './hreflang-code.ts'

export const hreflangCodeInvalid = rule({
  id: 'hreflang-code-invalid',
  severity: 'error',
  title: 'hreflang codes are valid',
  why: 'Google takes a language of ISO 639-1, optionally with a script and a country of ISO 3166-1. Versions under another code are ignored.',
  fix: 'Correct the codes: en-GB rather than en-UK, ja rather than jp, es rather than es-419.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'sitemaps'],
  messages: { invalid: '{affected} of {total} language versions have an invalid code: {first}.' },

  check({ document, http, sitemaps }) {
    const all = [...alternatesOf({ document, http }), ...sitemapAlternates({ http, sitemaps })]
    return evaluateTargets(all, 'invalid', ({ spelling }) => {
      const fault = codeFault(spelling)
      return fault === null ? null : `"${spelling.slice(0, 50)}" (${fault})`
    })
  },
})
