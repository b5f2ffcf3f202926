import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangRelative = rule({
  id: 'hreflang-relative',
  severity: 'error',
  title: 'Language versions are named by full addresses',
  why: 'Google asks for fully qualified addresses, https:// included; it does not promise to read others.',
  fix: 'Write the whole address of each version.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { relative: '{affected} of {total} language versions have no full address: {first}.' },

  check({ document, http }) {
    return evaluateTargets(alternatesOf({ document, http }), 'relative', ({ written, code }) =>
      /^https?:\/\//i.test(written) ? null : `${code}: "${written}"`,
    )
  },
})
