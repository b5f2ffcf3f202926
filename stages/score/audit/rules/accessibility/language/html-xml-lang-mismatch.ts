import { isKnownLanguage, primaryLanguage } from '../../../derived/page/language.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const htmlXmlLangMismatch = rule({
  id: 'html-xml-lang-mismatch',
  severity: 'info',
  title: 'Both language attributes of the page agree',
  why: 'Programs that read the page as XML take xml:lang, all others lang. Where they differ one of them reads it in the wrong language.',
  fix: 'Remove xml:lang, or give it the same language as lang.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5b7ae0/',
  needs: ['document'],
  messages: { differ: 'The page says "{lang}" in lang but "{xmlLang}" in xml:lang.' },

  check({ document: { html } }) {
    const { lang, 'xml:lang': xmlLang } = html?.attribs ?? {}
    if (html === null || lang === undefined || xmlLang === undefined) return notApplicable
    if (!isKnownLanguage(lang) || !isKnownLanguage(xmlLang)) return notApplicable
    if (primaryLanguage(lang) === primaryLanguage(xmlLang)) return pass
    const values = { lang: lang.slice(0, 100), xmlLang: xmlLang.slice(0, 100) }
    return fail('differ', { values, evidence: [elementEvidence(html, xmlLang)] })
  },
})
