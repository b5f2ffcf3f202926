import { addressOf } from '#shared/web/address-of.ts'
import { driftOf } from '../../../derived/canonical/canonical-drift.ts'
import { otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { isFirstPage, pageNumberOf } from '../../../derived/page/page-address.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Paths of home pages. */
const homePath = /^\/(?:index\.\w{2,5}|default\.\w{2,5}|home\.\w{2,5}|home|amp)?\/?$/i

export const canonicalToRoot = rule({
  id: 'canonical-to-root',
  severity: 'warning',
  title: 'Canonical points to the home page',
  passTitle: 'Canonical does not point to the home page',
  why: 'A page whose canonical is the home page asks to be left out of the index in its favour; usually that is a template error.',
  fix: 'Make every page specify its own URL.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developer.chrome.com/docs/lighthouse/seo/canonical',
  needs: ['document', 'http'],
  messages: { root: 'The canonical of this page is the home page {url}.' },

  check(facts) {
    const canonical = otherCanonicalOf(facts)
    const page = facts.http.finalUrl
    if (canonical === null || canonical.url.origin !== page.origin) return notApplicable
    const series = pageNumberOf(page)
    // A later page of a series is reported by pagination-canonical-first.
    if (series !== null && isFirstPage(series, canonical.url)) return notApplicable
    // A language version is reported by hreflang-vs-canonical.
    const own = addressOf(page)
    if (alternatesOf(facts).some(({ address }) => address === own)) return notApplicable
    if (!isRootOfSite(page, canonical.url)) return pass
    return fail('root', { values: { url: canonical.url.href }, evidence: [canonical.evidence] })
  },
})

/** Whether the canonical is the home page, and the page is another one of the same origin. */
export function isRootOfSite(page: URL, canonical: URL): boolean {
  const isRoot = canonical.pathname === '/' && canonical.search === ''
  const isOther = driftOf(page, canonical) === null && !homePath.test(page.pathname)
  return isRoot && isOther && canonical.origin === page.origin
}
