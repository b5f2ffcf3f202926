import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const baseInvalid = rule({
  id: 'base-invalid',
  severity: 'warning',
  title: 'Invalid base URL',
  passTitle: 'Base URL is valid',
  why: 'The base element changes every relative URL on the page. A base that is not a web URL is ignored, or breaks the links.',
  fix: 'Set the href of the base element to an http or https URL, or remove the element.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-base-element',
  needs: ['document', 'http'],
  messages: { invalid: 'The base URL "{href}" is not an http or https URL.' },

  check({ document, http }) {
    const base = document.byTag('base').find(({ attribs }) => attribs.href !== undefined)
    if (base === undefined) return notApplicable
    const href = (base.attribs.href ?? '').trim()
    const protocol = URL.parse(href, http.finalUrl.href)?.protocol
    if (protocol === 'http:' || protocol === 'https:') return pass
    return fail('invalid', { values: { href: href.slice(0, 200) }, evidence: [elementEvidence(base, href)] })
  },
})
