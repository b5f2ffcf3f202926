import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { isPrivateHost } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const canonicalCrossDomain = rule({
  id: 'canonical-cross-domain',
  severity: 'info',
  title: 'Canonical on another domain',
  passTitle: 'Canonical is on the same domain',
  why: 'The canonical is on another domain, so results show that page instead of this one. That is right only for copies.',
  fix: 'If this page is the original, use its own URL.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { elsewhere: 'The canonical is on {site}.' },

  check(facts) {
    const page = facts.http.finalUrl
    const canonical = otherCanonicalOf(facts)
    // A test server rightly names the production site.
    if (canonical === null || isPrivateHost(page)) return notApplicable
    const site = registrableDomain(canonical.url.hostname)
    return site === registrableDomain(page.hostname)
      ? pass
      : fail('elsewhere', { values: { site }, evidence: [canonical.evidence] })
  },
})
