import { isKnownLanguage, primaryLanguage } from '../../../derived/page/language.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const htmlXmlLangMismatch = rule({
  id: 'html-xml-lang-mismatch',
  severity: 'info',
  title: 'lang and xml:lang differ',
  passTitle: 'lang and xml:lang match',
  why: 'Programs that parse the page as XML use xml:lang, all others lang. If they differ, one of them reads it in the wrong language.',
  fix: 'Remove xml:lang, or set it to the same language as lang.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/5b7ae0/',
  needs: ['document'],
  messages: { differ: 'lang is "{lang}", but xml:lang is "{xmlLang}".' },

  check({ document: { html } }) {
    const { lang, 'xml:lang': xmlLang } = html?.attribs ?? {}
    if (html === null || lang === undefined || xmlLang === undefined) return notApplicable
    if (!isKnownLanguage(lang) || !isKnownLanguage(xmlLang)) return notApplicable
    if (primaryLanguage(lang) === primaryLanguage(xmlLang)) return pass
    const values = { lang: lang.slice(0, 100), xmlLang: xmlLang.slice(0, 100) }
    return fail('differ', { values, evidence: [elementEvidence(html, xmlLang)] })
  },
})
