import { hasText } from '../../../derived/names/id-references.ts'
import { isKnownLanguage } from '../../../derived/page/language.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const htmlLangValid = rule({
  id: 'html-lang-valid',
  severity: 'error',
  title: 'Language of the page is one that exists',
  why: 'A language that is not registered is treated as none at all: screen readers read the page with the wrong voice.',
  fix: 'Write a language tag such as "en", "de" or "pt-BR" into the lang attribute of the html element.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/',
  needs: ['document'],
  messages: { unknown: 'The language "{language}" of the page is not registered.' },

  check({ document: { html } }) {
    const language = html?.attribs.lang
    if (html === null || !hasText(language)) return notApplicable
    if (isKnownLanguage(language)) return pass
    return fail('unknown', {
      values: { language: language.slice(0, 100) },
      evidence: [elementEvidence(html, language)],
    })
  },
})
