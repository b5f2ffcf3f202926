import {
  type Alternate,
  addressesByCode,
  alternatesOf,
  sitemapAlternates,
} from '../../../derived/hreflang/alternates.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const sources = ['head', 'header', 'sitemap'] as const

export const hreflangDuplicateCode = rule({
  id: 'hreflang-duplicate-code',
  severity: 'error',
  title: 'hreflang codes with several URLs',
  passTitle: 'Each hreflang code has one URL',
  why: 'If one code has several URLs, it is unclear which of them is the version for that language.',
  fix: 'Keep one URL per code.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'sitemaps'],
  messages: {
    duplicate: '{affected} of {total} hreflang {total:code|codes} {affected:has|have} several URLs: {codes}.',
  },

  check({ document, http, sitemaps }) {
    const all = [...alternatesOf({ document, http }), ...sitemapAlternates({ http, sitemaps })]
    if (all.length === 0) return notApplicable
    // Conflicts between sources are reported by hreflang-sources-conflict.
    const codes = new Set(sources.flatMap((source) => doubled(all.filter(({ from }) => from === source))))
    if (codes.size === 0) return pass
    const total = new Set(all.map(({ code }) => code.toLowerCase())).size
    const extent = { affected: codes.size, total }
    const evidence = all.filter(({ code }) => codes.has(code.toLowerCase())).map((one) => one.evidence)
    const values = { codes: [...codes].slice(0, 10).join(', ') }
    return fail('duplicate', { values, evidence, extent })
  },
})

function doubled(alternates: readonly Alternate[]): string[] {
  return [...addressesByCode(alternates)].flatMap(([code, addresses]) => (addresses.size > 1 ? code : []))
}
