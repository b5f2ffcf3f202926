import type { Element } from 'domhandler'
import { isKnownLanguage } from '../../../derived/page/language.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'
import { hasLanguageText } from './language-text.ts'

export const validLang = rule({
  id: 'valid-lang',
  severity: 'warning',
  title: 'Invalid lang attributes',
  passTitle: 'lang attributes are valid',
  why: 'A passage in another language is read with the right voice only if its lang attribute is a registered language code.',
  fix: 'Use a language tag such as "en", "de" or "pt-BR" in the lang attribute.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/de46e4/',
  excludes:
    'An empty lang means that the language is unknown, which is allowed. Elements whose text is all hidden, or all in elements with their own lang, say nothing in the language.',
  needs: ['document'],
  messages: {
    unknown:
      '{affected} of {total} {total:element|elements} with lang {affected:uses|use} a language code that is not registered: "{first}".',
  },

  check({ document }) {
    const marked = [...document.withAttribute('lang', 'xml:lang'), ...document.foreign].filter(
      (element) => element !== document.html && (element.attribs.lang || element.attribs['xml:lang']),
    )
    return evaluateElements(
      marked.filter((element) => hasLanguageText(document, element)),
      'unknown',
      (element) => languagesOf(element).find((language) => !isKnownLanguage(language)) ?? null,
    )
  },
})

/** What it declares, unless that is empty; programs that read the page as XML take `xml:lang`. */
function languagesOf({ attribs }: Element): string[] {
  return [attribs.lang ?? '', attribs['xml:lang'] ?? ''].filter((language) => language !== '')
}
