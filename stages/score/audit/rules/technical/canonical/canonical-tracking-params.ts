import { canonicalOf } from '../../../derived/canonical/canonicals.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Parameters that identify visitors or their origin, not the page. */
const tracking =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|twclid|ttclid|li_fat_id|yclid|mc_[ce]id|_ga|_gl|igshid|gad_source|srsltid|phpsessid|jsessionid|sessionid|session_id|aspsessionid\w*|sid)$/i

export const canonicalTrackingParams = rule({
  id: 'canonical-tracking-params',
  severity: 'warning',
  title: 'Tracking parameters in the canonical URL',
  passTitle: 'Canonical URL has no tracking parameters',
  why: 'Tracking parameters and session IDs create endless URLs for one page; the canonical exists to specify the one without them.',
  fix: 'Build the canonical from the path and the parameters that change the content.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  needs: ['document', 'http'],
  messages: { tracking: 'The canonical contains the parameters {names}.' },

  check(facts) {
    const canonical = canonicalOf(facts)
    if (canonical === null) return notApplicable
    const { searchParams, pathname } = canonical.url
    const inPath = /;jsessionid=/i.test(pathname) ? ['jsessionid'] : []
    const names = [...[...searchParams.keys()].filter((name) => tracking.test(name)), ...inPath]
    if (names.length === 0) return pass
    const values = { names: [...new Set(names)].slice(0, 10).join(', ') }
    return fail('tracking', { values, evidence: [canonical.evidence] })
  },
})
