import { alternateTargets } from '../../../derived/hreflang/alternate-targets.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangTargetError = rule({
  id: 'hreflang-target-error',
  severity: 'error',
  title: 'Language versions exist',
  why: 'A version that answers with an error cannot be shown to anybody.',
  fix: 'Correct the address, or remove the version from the set.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: {
    broken: '{affected} of {total} language versions answer with an error or not at all: {first}.',
  },

  check({ document, http, probes, targets }) {
    return evaluateTargets(alternateTargets({ document, http }), 'broken', ({ url }) => {
      const verdict = probeOutcome(targets.get(url) ?? probes.of(url))
      if (verdict.kind === 'broken') return `${url} (${verdict.what})`
      // A redirect is reported by hreflang-target-redirect.
      if (verdict.kind === 'works' || verdict.reason === 'redirected') return null
      return { unknown: verdict.reason }
    })
  },
})
