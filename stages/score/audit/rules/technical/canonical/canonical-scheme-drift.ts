import { driftOf } from '../../../derived/canonical/canonical-drift.ts'
import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalSchemeDrift = rule({
  id: 'canonical-scheme-drift',
  severity: 'warning',
  title: 'Canonical uses another scheme (HTTP/HTTPS)',
  passTitle: 'Canonical uses the scheme of the page',
  why: 'The page is available over both HTTPS and HTTP, and its canonical uses the other one: search engines see two pages.',
  fix: 'Use HTTPS in the canonical, and redirect HTTP to it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: { drift: 'The page is at {page}, its canonical is {canonical}.' },

  check(facts) {
    const page = facts.http.finalUrl
    const canonical = otherCanonicalOf(facts)
    if (canonical === null || isPrivateHost(page)) return notApplicable
    // Redirects are reported by canonical-target-redirects, errors by canonical-target-4xx and -5xx.
    if ((canonicalTarget(facts)?.status ?? 200) >= 300) return notApplicable
    if (driftOf(page, canonical.url)?.scheme !== true) return pass
    const values = { page: page.href.slice(0, 200), canonical: canonical.url.href.slice(0, 200) }
    return fail('drift', { values, evidence: [canonical.evidence] })
  },
})
