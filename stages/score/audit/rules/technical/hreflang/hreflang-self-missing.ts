import { alternatesOf, ownAddresses } from '../../../derived/hreflang/alternates.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangSelfMissing = rule({
  id: 'hreflang-self-missing',
  severity: 'warning',
  title: 'hreflang without a self-reference',
  passTitle: 'hreflang includes the page itself',
  why: 'Each version has to list itself as well as all others; sets without a self-reference may be ignored.',
  fix: 'Add the page itself with its own language code.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { missing: 'The page itself, {url}, is not among its {count} hreflang {count:entry|entries}.' },

  check({ document, http }) {
    const alternates = alternatesOf({ document, http })
    if (alternates.length === 0) return notApplicable
    const own = ownAddresses({ document, http })
    if (alternates.some(({ address }) => address !== null && own.has(address))) return pass
    const values = { count: alternates.length, url: http.finalUrl.href }
    return fail('missing', { values, evidence: alternates.map(({ evidence }) => evidence) })
  },
})
