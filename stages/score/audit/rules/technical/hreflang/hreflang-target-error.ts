import { alternateTargets } from '../../../derived/hreflang/alternate-targets.ts'
import { probeOutcome } from '../../../derived/links/link-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangTargetError = rule({
  id: 'hreflang-target-error',
  severity: 'error',
  title: 'hreflang links to broken pages',
  passTitle: 'hreflang URLs work',
  why: 'A language version that returns an error cannot be shown to anyone.',
  fix: 'Correct the URL, or remove the version from the set.',
  effort: 'hours',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: {
    broken: '{affected} of {total} language {total:version|versions} {affected:is|are} broken: {first}',
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
