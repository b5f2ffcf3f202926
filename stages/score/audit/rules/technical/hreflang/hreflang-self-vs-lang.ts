import { alternatesOf, languageOfCode, ownAddresses } from '../../../derived/hreflang/alternates.ts'
import { isKnownLanguage, pageLanguage } from '../../../derived/page/language.ts'
import { fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const hreflangSelfVsLang = rule({
  id: 'hreflang-self-vs-lang',
  severity: 'warning',
  title: 'hreflang and lang differ',
  passTitle: 'hreflang and lang match',
  why: 'The page offers itself for one language and declares its text to be in another. One of the two is wrong, usually because of a template.',
  fix: 'Set lang and hreflang to the language of the text.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  needs: ['document', 'http'],
  messages: { differ: 'The page has hreflang="{code}", but its lang is "{lang}".' },

  check({ document, http }) {
    const declared = pageLanguage(document)
    const own = ownAddresses({ document, http })
    const selves = alternatesOf({ document, http }).filter(
      ({ address, code }) => address !== null && own.has(address) && languageOfCode(code) !== null,
    )
    const [first] = selves
    if (declared === null || !isKnownLanguage(declared) || first === undefined) return notApplicable
    if (selves.some(({ code }) => languageOfCode(code) === declared)) return pass
    const values = { code: first.code.slice(0, 50), lang: document.html?.attribs.lang ?? '' }
    return fail('differ', { values, evidence: selves.map(({ evidence }) => evidence) })
  },
})
