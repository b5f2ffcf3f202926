import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

/** Servers send these statuses to robots; they say nothing about the page. */
const botBlockStatuses = [401, 403, 405, 429]

export const canonicalTarget4xx = rule({
  id: 'canonical-target-4xx',
  severity: 'error',
  title: 'Canonical points to a 4xx page',
  passTitle: 'Canonical page exists',
  why: 'A canonical that points to an error page is ignored, or takes this page out of the results with it.',
  fix: 'Use a URL that exists.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: { error: 'The canonical {url} returns status {status}.' },

  check(facts) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { status, url } = target
    if (status === null) return notDecidable('not_probed')
    if (botBlockStatuses.includes(status)) return notDecidable('probe_turned_away')
    if (status < 400 || status > 499) return pass
    return fail('error', {
      values: { url: url.href, status },
      evidence: [externalEvidence(`${url.href} (${status})`)],
    })
  },
})
