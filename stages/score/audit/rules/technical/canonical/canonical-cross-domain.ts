import { addressOf } from '#shared/web/address-of.ts'
import { registrableDomain } from '#shared/web/registrable-domain.ts'
import { driftOf, isOfRealSite } from '../../../derived/canonical/canonical-drift.ts'
import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { isFirstPage, isPrivateHost, pageNumberOf } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import { isRootOfSite } from './canonical-to-root.ts'

/** A canonical on another page, be it of another site or of this one, that no other rule reports as a mistake. */
export const canonicalCrossDomain = rule({
  id: 'canonical-cross-domain',
  severity: 'info',
  title: 'Canonical points to another page',
  passTitle: 'Canonical is the page itself',
  why: 'The canonical is another URL, so search results show that page instead of this one. That is right only for copies.',
  fix: 'If this page is the original, make its canonical its own URL. If it is a copy, keep it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: {
    elsewhere: 'The canonical {url} is on another site, {site}.',
    sameSite: 'The canonical {url} is another page of this site.',
  },

  check(facts) {
    const page = facts.http.finalUrl
    const canonical = otherCanonicalOf(facts)
    // A test server rightly names the real site.
    if (canonical === null || isOfRealSite(page, canonical.url)) return notApplicable
    const site = registrableDomain(canonical.url.hostname)
    const found = { values: { site, url: canonical.url.href.slice(0, 200) }, evidence: [canonical.evidence] }
    if (site !== registrableDomain(page.hostname)) return fail('elsewhere', found)
    const isVersion = alternatesOf(facts).some(({ address }) => address === addressOf(page))
    return isSpelling(page, canonical.url) || isVersion || isMistake(page, canonical.url)
      ? pass
      : fail('sameSite', found)
  },
})

/** Another spelling is reported by canonical-scheme-drift and canonical-host-drift, but not on private hosts. */
function isSpelling(page: URL, canonical: URL): boolean {
  return driftOf(page, canonical) !== null && !isPrivateHost(page)
}

/** Reported by pagination-canonical-first and canonical-to-root. */
function isMistake(page: URL, canonical: URL): boolean {
  const series = pageNumberOf(page)
  return (series !== null && isFirstPage(series, canonical)) || isRootOfSite(page, canonical)
}
