import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalTarget5xx = rule({
  id: 'canonical-target-5xx',
  severity: 'warning',
  title: 'Canonical does not fail',
  why: 'While the canonical answers with a server error, search engines can neither index it nor trust this page in its place.',
  fix: 'Find the cause in the logs of the server, or name another address.',
  effort: 'hours',
  impact: 'high',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: { error: 'The canonical {url} answers with status {status}.' },

  check(facts) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { status, url } = target
    if (status === null) return notDecidable('not_probed')
    if (status < 500 || status > 599) return pass
    return fail('error', {
      values: { url: url.href, status },
      evidence: [externalEvidence(`${url.href} ${status}`)],
    })
  },
})
