import { hasText } from '../../../derived/names/id-references.ts'
import { isKnownLanguage } from '../../../derived/page/language.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const htmlLangValid = rule({
  id: 'html-lang-valid',
  severity: 'error',
  title: 'Invalid page language',
  passTitle: 'Page language is valid',
  why: 'An unregistered language code is treated as none at all: screen readers read the page with the wrong voice.',
  fix: 'Use a language tag such as "en", "de" or "pt-BR" in the lang attribute of the html element.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bf051a/',
  excludes: 'An empty lang, or one of white space, is reported by html-has-lang.',
  needs: ['document'],
  messages: { unknown: 'The page language "{language}" is not a registered language code.' },

  check({ document: { html } }) {
    const languages = [html?.attribs.lang, html?.attribs['xml:lang']].filter(hasText)
    if (html === null || languages.length === 0) return notApplicable
    const unknown = languages.find((language) => !isKnownLanguage(language))
    if (unknown === undefined) return pass
    return fail('unknown', {
      values: { language: unknown.slice(0, 100) },
      evidence: [elementEvidence(html, unknown)],
    })
  },
})
