import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { externalEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'

export const canonicalTargetRedirects = rule({
  id: 'canonical-target-redirects',
  severity: 'error',
  title: 'Canonical points to a redirect',
  passTitle: 'Canonical URL does not redirect',
  why: 'The canonical should be the URL to show in results. One that redirects contradicts itself, especially if it redirects back here.',
  fix: 'Use the URL that the redirect leads to.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: { redirects: 'The canonical {url} redirects with status {status}.' },

  check(facts) {
    const target = canonicalTarget(facts)
    if (target === null) return notApplicable
    const { status, url, page } = target
    if (status === null) return notDecidable('not_probed')
    if (status < 300 || status > 399 || status === 304) return pass
    const evidence = [externalEvidence(`${url.href} ${status} ${page?.redirects[0]?.location ?? ''}`.trim())]
    return fail('redirects', { values: { url: url.href, status }, evidence })
  },
})
