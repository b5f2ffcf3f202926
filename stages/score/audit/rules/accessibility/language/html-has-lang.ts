import { hasText } from '../../../derived/names/id-references.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const htmlHasLang = rule({
  id: 'html-has-lang',
  severity: 'error',
  title: 'Missing page language',
  passTitle: 'Page language is declared',
  why: 'Screen readers choose their voice, and browsers hyphenation and translation, by the language of the page.',
  fix: 'Add a lang attribute to the html element, such as <html lang="en">.',
  effort: 'minutes',
  impact: 'high',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/b5c3f8/',
  needs: ['document'],
  messages: {
    missing: 'The html element has no lang attribute.',
    xmlOnly: 'The html element declares its language only in xml:lang, which browsers ignore in HTML.',
  },

  check({ document }) {
    const { html } = document
    if (html === null) return notApplicable
    if (hasText(html.attribs.lang)) return pass
    const written = html.attribs['xml:lang']
    const evidence = [elementEvidence(html, written ?? '')]
    return hasText(written) ? fail('xmlOnly', { evidence }) : fail('missing', { evidence })
  },
})
