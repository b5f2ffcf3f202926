import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const baseInvalid = rule({
  id: 'base-invalid',
  severity: 'warning',
  title: 'Base address is valid',
  why: 'The base element changes every relative address of the page. One that is no web address is ignored, or makes links lead nowhere.',
  fix: 'Set href of the base element to an http or https address, or remove the element.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-base-element',
  needs: ['document', 'http'],
  messages: { invalid: 'The base address "{href}" is no http or https address.' },

  check({ document, http }) {
    const base = document.byTag('base').find(({ attribs }) => attribs.href !== undefined)
    if (base === undefined) return notApplicable
    const href = (base.attribs.href ?? '').trim()
    const protocol = URL.parse(href, http.finalUrl.href)?.protocol
    if (protocol === 'http:' || protocol === 'https:') return pass
    return fail('invalid', { values: { href: href.slice(0, 200) }, evidence: [elementEvidence(base, href)] })
  },
})
