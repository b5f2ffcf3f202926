import { alternateTargets } from '../../../derived/hreflang/alternate-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangTargetRedirect = rule({
  id: 'hreflang-target-redirect',
  severity: 'warning',
  title: 'hreflang links to redirects',
  passTitle: 'hreflang URLs do not redirect',
  why: 'A set of language versions is valid only with the final URLs of its pages; a URL that redirects is not one of them.',
  fix: 'Use the URL that the redirect leads to.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: {
    redirects:
      '{affected} of {total} language {total:version|versions} {affected:redirects|redirect}: {first}.',
  },

  check({ document, http, probes, targets }) {
    return evaluateTargets(alternateTargets({ document, http }), 'redirects', ({ url }) => {
      const page = targets.get(url)
      if (page?.redirects.length) return `${url} → ${page.finalUrl}`
      const { status, error } = page ?? probes.of(url) ?? { status: null, error: null }
      if (status === null) return { unknown: error === null ? 'not_probed' : 'no_answer' }
      return status >= 300 && status < 400 && status !== 304 ? `${url} (${status})` : null
    })
  },
})
