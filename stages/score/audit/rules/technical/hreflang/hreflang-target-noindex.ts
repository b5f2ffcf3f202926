import { asksNoindex } from '../../../derived/canonical/canonical-target.ts'
import { alternateTargets, faultOfPage } from '../../../derived/hreflang/alternate-targets.ts'
import { evaluateTargets } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const hreflangTargetNoindex = rule({
  id: 'hreflang-target-noindex',
  severity: 'error',
  title: 'hreflang links to noindex pages',
  passTitle: 'hreflang pages may be indexed',
  why: 'A language version with noindex is not in the index, so it cannot be shown instead of this page.',
  fix: 'Remove noindex there, or remove the version from the set.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
  needs: ['request', 'document', 'http', 'targets'],
  messages: {
    noindex:
      '{affected} of {total} language {total:version|versions} {affected:is|are} set to noindex: {first}.',
  },

  check({ request, document, http, targets }) {
    return evaluateTargets(alternateTargets({ document, http }), 'noindex', (target) =>
      faultOfPage(target, targets, (page) => (asksNoindex(page, request.at) ? target.url : null)),
    )
  },
})
