import { type Alternate, alternatesOf, languageOfCode } from '../../../derived/hreflang/alternates.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangUrlManyLanguages = rule({
  id: 'hreflang-url-many-languages',
  severity: 'info',
  title: 'Same URL for several hreflang languages',
  passTitle: 'Each hreflang URL has one language',
  why: 'One page is offered for several languages although its text is in one of them.',
  fix: 'Assign each version to the language it is written in, and use x-default for everyone else.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: {
    many: '{affected} of {total} hreflang {total:URL|URLs} {affected:is|are} used for several languages: {url} for {languages}.',
  },

  check({ document, http }) {
    const alternates = alternatesOf({ document, http })
    if (alternates.length === 0) return notApplicable
    const byAddress = languagesByAddress(alternates)
    const many = [...byAddress].filter(([, languages]) => languages.size > 1)
    const [first] = many
    if (first === undefined) return pass
    const extent = { affected: many.length, total: byAddress.size }
    const addresses = new Set(many.map(([address]) => address))
    const evidence = alternates.filter(({ address }) => address !== null && addresses.has(address))
    const values = {
      url: first[0].slice(0, 200),
      languages: [...first[1]].slice(0, 10).join(', '),
    }
    return fail('many', { values, evidence: evidence.map((one) => one.evidence), extent })
  },
})

function languagesByAddress(alternates: readonly Alternate[]): Map<string, Set<string>> {
  const byAddress = new Map<string, Set<string>>()
  for (const { address, code } of alternates) {
    const language = languageOfCode(code)
    if (address === null) continue
    const languages = byAddress.get(address) ?? new Set()
    byAddress.set(address, language === null ? languages : languages.add(language))
  }
  return byAddress
}
