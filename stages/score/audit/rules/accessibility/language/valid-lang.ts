import { isNamedByContent } from '../../../derived/names/accessible-name.ts'
import { isKnownLanguage } from '../../../derived/page/language.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** An empty `lang` declares the language unknown, which is allowed. */
export const validLang = rule({
  id: 'valid-lang',
  severity: 'warning',
  title: 'Languages of passages exist',
  why: 'A passage in another language is read with the right voice only where its lang attribute names a registered language.',
  fix: 'Write a language tag such as "en", "de" or "pt-BR" into the lang attribute.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/de46e4/',
  needs: ['document'],
  messages: { unknown: '{affected} of {total} passages name a language that is not registered.' },

  check({ document }) {
    const passages = document
      .withAttribute('lang')
      .filter((element) => element !== document.html && isNamedByContent(document, element))
    return evaluateElements(passages, 'unknown', ({ attribs: { lang = '' } }) =>
      lang === '' || isKnownLanguage(lang) ? null : lang,
    )
  },
})
