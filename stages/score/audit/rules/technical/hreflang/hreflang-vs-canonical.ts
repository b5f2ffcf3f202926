import { addressOf } from '#shared/web/address-of.ts'
import { driftOf } from '../../../derived/canonical/canonical-drift.ts'
import { canonicalOf, otherCanonicalOf } from '../../../derived/canonical/canonicals.ts'
import { alternatesOf } from '../../../derived/hreflang/alternates.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangVsCanonical = rule({
  id: 'hreflang-vs-canonical',
  severity: 'error',
  title: 'hreflang page with another page as canonical',
  passTitle: 'hreflang page is its own canonical',
  why: 'The page offers itself as a language version, but its canonical asks to index another page instead. Language versions have to be canonical themselves.',
  fix: 'Make each language version its own canonical.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  needs: ['document', 'http'],
  messages: { other: 'The page is a language version, but its canonical is {url}.' },

  check({ document, http }) {
    const alternates = alternatesOf({ document, http })
    if (alternates.length === 0 || canonicalOf({ document, http }) === null) return notApplicable
    const other = otherCanonicalOf({ document, http })
    const own = addressOf(http.finalUrl)
    const self = alternates.find(({ address }) => address === own)
    // A page outside the set is a variant URL, with parameters for instance; other spellings have rules of their
    // own.
    if (other === null || self === undefined || driftOf(http.finalUrl, other.url) !== null) return pass
    return fail('other', { values: { url: other.url.href }, evidence: [other.evidence, self.evidence] })
  },
})
