import { isUpgraded } from '../../../derived/resources/subresources.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

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
    // A page by http is reported by https-missing.
    if (http.finalUrl.protocol !== 'https:' || forms.length === 0) return notApplicable
    const buttons = document
      .withAttribute('formaction')
      .map((element) => ({ element, url: element.attribs.formaction }))
    const targets = [...forms.map((element) => ({ element, url: element.attribs.action })), ...buttons]
    // Parses only URLs that may be http:, since pages have many.
    const isBaseInsecure = document.baseUrl.startsWith('http:')
    const found = targets.flatMap(({ element, url }) => {
      const canBe = url !== undefined && url.trim() !== '' && (isBaseInsecure || /^\s*http:/i.test(url))
      const absolute = canBe ? document.resolve(url) : null
      return absolute?.startsWith('http:') ? [{ element, url: absolute }] : []
    })
    const [first] = found
    if (first === undefined || isUpgraded({ document, http })) return pass
    const extent = { affected: found.length, total: forms.length + buttons.length }
    const evidence = found.slice(0, 10).map(({ element, url }) => elementEvidence(element, url))
    return fail('insecure', { values: { ...extent, url: first.url.slice(0, 200) }, evidence, extent })
  },
})
