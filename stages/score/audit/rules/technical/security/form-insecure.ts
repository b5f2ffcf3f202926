import { evaluateInsecure, isInsecure } from '../../../derived/resources/subresources.ts'
import { notApplicable, rule } from '../../../engine/rule.ts'

export const formInsecure = rule({
  id: 'form-insecure',
  severity: 'error',
  title: 'Forms are sent by https',
  why: 'What is entered into a form that is sent by http can be read on the way; browsers warn before sending it.',
  fix: 'Use an https address as the action of the form.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.w3.org/TR/mixed-content/#requirements-forms',
  needs: ['document', 'http'],
  messages: { insecure: '{affected} of {total} forms are sent to an http address, such as {url}.' },

  check({ document, http }) {
    const forms = document.byTag('form')
    if (forms.length === 0) return notApplicable
    const buttons = document
      .withAttribute('formaction')
      .map((element) => ({ element, url: element.attribs.formaction }))
    const targets = [...forms.map((element) => ({ element, url: element.attribs.action })), ...buttons]
    // Parses only URLs that may be http:, since pages have many.
    const isBaseInsecure = document.baseUrl.startsWith('http:')
    const insecure = targets.flatMap(({ element, url }) => {
      const canBe = url !== undefined && url.trim() !== '' && (isBaseInsecure || /^\s*http:/i.test(url))
      const absolute = canBe ? document.resolve(url) : null
      return absolute !== null && isInsecure(absolute) ? [{ element, url: absolute }] : []
    })
    return evaluateInsecure({ document, http }, { insecure, total: targets.length })
  },
})
