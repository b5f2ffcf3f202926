import { driftOf } from '../../../derived/canonical/canonical-drift.ts'
import { canonicalTarget } from '../../../derived/canonical/canonical-target.ts'
import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalHostDrift = rule({
  id: 'canonical-host-drift',
  severity: 'warning',
  title: 'Canonical is a variant of the page URL',
  passTitle: 'Canonical matches the page URL',
  why: 'The page is available under two spellings of its URL instead of redirecting to its canonical: search engines see two pages.',
  fix: 'Redirect the other spelling to the canonical, and link only to the canonical.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'probes', 'targets'],
  messages: {
    www: 'The page URL and its canonical {canonical} differ by www.',
    slash: 'The page URL and its canonical {canonical} differ by a trailing slash.',
    letterCase: 'The page URL and its canonical {canonical} differ in upper and lower case.',
  },

  check(facts) {
    const page = facts.http.finalUrl
    const canonical = otherCanonicalOf(facts)
    if (canonical === null || isPrivateHost(page)) return notApplicable
    // Redirects are reported by canonical-target-redirects, errors by canonical-target-4xx and -5xx.
    if ((canonicalTarget(facts)?.status ?? 200) >= 300) return notApplicable
    const drift = driftOf(page, canonical.url)
    if (drift === null) return pass
    // Another scheme is reported by canonical-scheme-drift.
    if (drift.scheme) return notApplicable
    const found = { values: { canonical: canonical.url.href.slice(0, 200) }, evidence: [canonical.evidence] }
    if (drift.www) return fail('www', found)
    return drift.slash ? fail('slash', found) : fail('letterCase', found)
  },
})
