import { isKnownLanguage, pageLanguage } from '../../../derived/page/language.ts'
import { elementEvidence, fail, notApplicable, notDecidable, pass, rule } from '../../../engine/rule.ts'
import { isDetectable, textLanguage } from './text-language.ts'

export const langTextMismatch = rule({
  id: 'lang-text-mismatch',
  severity: 'warning',
  title: 'Text not in the declared language',
  passTitle: 'Text is in the declared language',
  why: 'Screen readers use lang for pronunciation, browsers for hyphenation and translation. A wrong lang makes the page unintelligible when read aloud.',
  fix: 'Set lang to the language that the page is written in.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ucwvc8/',
  needs: ['document'],
  messages: { mismatch: 'lang is "{lang}", but the text is in "{found}".' },

  check({ document }) {
    const lang = pageLanguage(document)
    if (lang === null || !isKnownLanguage(lang) || document.html === null) return notApplicable
    const found = textLanguage(document)
    if (found === 'too-little') return notApplicable
    if (!isDetectable(lang)) return notDecidable('language_not_detectable')
    if (found === 'unsure') return notDecidable('language_unsure')
    if (found.has(lang)) return pass
    const [first = ''] = found
    const declared = document.html.attribs.lang ?? ''
    return fail('mismatch', {
      values: { lang: declared, found: first },
      evidence: [elementEvidence(document.html, declared)],
    })
  },
})
