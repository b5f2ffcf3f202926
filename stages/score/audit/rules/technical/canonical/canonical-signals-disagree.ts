import { addressOf } from '#shared/web/address-of.ts'
import { driftOf } from '../../../derived/canonical/canonical-drift.ts'
import { canonicalOf } from '../../../derived/canonical/canonicals.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'
import { declaredUrls } from './declared-urls.ts'

/** Sitemaps and alternates are compared by sitemap-lists-variant and hreflang-vs-canonical. */
export const canonicalSignalsDisagree = rule({
  id: 'canonical-signals-disagree',
  severity: 'warning',
  title: 'Canonical signals disagree',
  passTitle: 'Canonical signals agree',
  why: 'The canonical, og:url and structured data each specify the URL of the page. If they agree, they reinforce each other; if they differ, none is reliable.',
  fix: 'Use the canonical URL in all of them.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http', 'structured', 'request'],
  messages: {
    disagree:
      '{affected} of {total} other {total:URL|URLs} of the page {affected:differs|differ} from the canonical: {sources}.',
  },

  check({ document, http, structured, request }) {
    const canonical = canonicalOf({ document, http })
    const declared = declaredUrls({ document, structured })
    if (canonical === null || declared.length === 0 || hasNoindex({ document, http, request }))
      return notApplicable
    const own = canonical.address
    // A canonical in another spelling is reported by canonical-scheme-drift and canonical-host-drift.
    const page = driftOf(http.finalUrl, canonical.url) === null ? own : addressOf(http.finalUrl)
    const differing = declared.filter(({ url }) => ![own, page].includes(addressOf(url)))
    if (differing.length === 0) return pass
    const extent = { affected: differing.length, total: declared.length }
    const sources = [...new Set(differing.map(({ source }) => source))].slice(0, 10).join(', ')
    const evidence = [canonical.evidence, ...differing.slice(0, 9).map((one) => one.evidence)]
    return fail('disagree', { values: { sources }, evidence, extent })
  },
})
