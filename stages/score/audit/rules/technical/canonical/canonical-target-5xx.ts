import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalTarget5xx = rule({
  id: 'canonical-target-5xx',
  severity: 'warning',
  title: 'Canonical points to a 5xx page',
  passTitle: 'Canonical page returns no server error',
  why: 'While the canonical page returns a server error, search engines can neither index it nor rely on this page instead.',
  fix: 'Find the cause in the server logs, or use another URL.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: { error: 'The canonical {url} returns status {status}.' },

  check(facts) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { status, url } = target
    if (status === null) return notDecidable('not_probed')
    if (status < 500 || status > 599) return pass
    return fail('error', {
      values: { url: url.href, status },
      evidence: [externalEvidence(`${url.href} (${status})`)],
    })
  },
})
