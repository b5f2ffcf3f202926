import {
  type Alternate,
  addressesByCode,
  alternatesOf,
  sitemapAlternates,
} from '../../../derived/hreflang/alternates.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const sources = ['head', 'header', 'sitemap'] as const

export const hreflangSourcesConflict = rule({
  id: 'hreflang-sources-conflict',
  severity: 'warning',
  title: 'Conflicting hreflang sources',
  passTitle: 'hreflang sources agree',
  why: 'Google reads language versions from the head, the Link header and the sitemap. If they differ, it is unclear which one applies.',
  fix: 'Keep one of the three.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http', 'sitemaps'],
  messages: {
    differ:
      '{affected} of {total} hreflang {total:code|codes} {affected:has|have} different URLs in the head, Link header or sitemap: {codes}.',
  },

  check({ document, http, sitemaps }) {
    const all = [...alternatesOf({ document, http }), ...sitemapAlternates({ http, sitemaps })]
    const shared = addressesBySource(all)
    if (shared.size === 0) return notApplicable
    const codes = [...shared].flatMap(([code, sets]) => (sets.size > 1 ? code : []))
    if (codes.length === 0) return pass
    const extent = { affected: codes.length, total: shared.size }
    const evidence = all.filter(({ code }) => codes.includes(code.toLowerCase())).map((one) => one.evidence)
    const values = { codes: codes.slice(0, 10).join(', ') }
    return fail('differ', { values, evidence, extent })
  },
})

/** Codes of several sources, each with the different sets of URLs that the sources give it. */
function addressesBySource(all: readonly Alternate[]): Map<string, Set<string>> {
  const sets = sources.map((source) => addressesByCode(all.filter(({ from }) => from === source)))
  const shared = new Map<string, Set<string>>()
  for (const code of new Set(all.map((one) => one.code.toLowerCase()))) {
    const given = sets.flatMap((byCode) => byCode.get(code) ?? [])
    if (given.length > 1)
      shared.set(code, new Set(given.map((addresses) => [...addresses].toSorted().join(' '))))
  }
  return shared
}
