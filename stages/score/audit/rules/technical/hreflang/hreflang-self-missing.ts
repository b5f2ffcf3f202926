import { alternatesOf, ownAddresses } from '../../../derived/hreflang/alternates.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangSelfMissing = rule({
  id: 'hreflang-self-missing',
  severity: 'warning',
  title: 'Page is among its language versions',
  why: 'Each version has to list itself as well as all others; sets without it may be ignored.',
  fix: 'Add the page itself with its own language code.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { missing: 'None of the {count} language versions is the page itself, {url}.' },

  check({ document, http }) {
    const alternates = alternatesOf({ document, http })
    if (alternates.length === 0) return notApplicable
    const own = ownAddresses({ document, http })
    if (alternates.some(({ address }) => address !== null && own.has(address))) return pass
    const values = { count: alternates.length, url: http.finalUrl.href }
    return fail('missing', { values, evidence: alternates.map(({ evidence }) => evidence) })
  },
})
