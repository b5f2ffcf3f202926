import { evaluateInsecure, isInsecure } from '../../../derived/resources/subresources.ts'
import { notApplicable, rule } from '../../../engine/rule.ts'

export const formInsecure = rule({
  id: 'form-insecure',
  severity: 'error',
  title: 'Forms submitted over HTTP',
  passTitle: 'Forms are submitted over HTTPS',
  why: 'Data submitted over HTTP can be read on the way, and browsers warn before sending it.',
  fix: 'Use an HTTPS URL as the form action.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://www.w3.org/TR/mixed-content/#requirements-forms',
  needs: ['document', 'http'],
  messages: {
    insecure: '{affected} of {total} {total:form|forms} {affected:submits|submit} to an HTTP URL: {url}.',
  },

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
