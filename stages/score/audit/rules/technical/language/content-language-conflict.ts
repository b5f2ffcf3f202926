import { headMetas, pragmaKey } from '../../../derived/head/head-elements.ts'
import { isKnownLanguage, pageLanguage, primaryLanguage } from '../../../derived/page/language.ts'
import { elementEvidence, externalEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const contentLanguageConflict = rule({
  id: 'content-language-conflict',
  severity: 'info',
  title: 'Content-Language and lang differ',
  passTitle: 'Content-Language and lang match',
  why: 'Content-Language states the audience of the page, lang the language of its text. If they name different languages, one of them is usually outdated.',
  fix: 'Correct the header or meta tag, or remove it: browsers and search engines use lang.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.w3.org/International/questions/qa-http-and-lang',
  needs: ['document', 'http'],
  messages: { differ: 'Content-Language is "{content}", but lang is "{lang}".' },

  check({ document, http }) {
    const lang = pageLanguage(document)
    const named = [
      ...http
        .header('content-language')
        .map((content) => ({ content, evidence: externalEvidence(`Content-Language: ${content}`) })),
      ...headMetas(document, pragmaKey('content-language')).map(({ element, content }) => ({
        content,
        evidence: elementEvidence(element, content),
      })),
    ].filter(({ content }) => content.trim() !== '')
    if (lang === null || !isKnownLanguage(lang) || named.length === 0) return notApplicable
    const other = named.find(({ content }) => !languagesIn(content).includes(lang))
    if (other === undefined) return pass
    const values = { content: other.content.slice(0, 100), lang: document.html?.attribs.lang ?? '' }
    return fail('differ', { values, evidence: [other.evidence] })
  },
})

/** A page may address readers of several languages (RFC 9110, section 8.5). */
function languagesIn(content: string): string[] {
  return content.slice(0, 500).split(',').map(primaryLanguage)
}
