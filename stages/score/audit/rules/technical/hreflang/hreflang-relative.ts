import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangRelative = rule({
  id: 'hreflang-relative',
  severity: 'error',
  title: 'Relative hreflang URLs',
  passTitle: 'hreflang URLs are absolute',
  why: 'Google requires fully-qualified URLs, including https://, and does not promise to read others.',
  fix: 'Use the full URL of each version.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: {
    relative:
      '{affected} of {total} hreflang {total:entry|entries} {affected:has|have} no absolute URL: {first}.',
  },

  check({ document, http }) {
    return evaluateTargets(alternatesOf({ document, http }), 'relative', ({ written, code }) =>
      /^https?:\/\//i.test(written) ? null : `${code}: "${written}"`,
    )
  },
})
