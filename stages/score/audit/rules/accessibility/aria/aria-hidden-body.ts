import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const ariaHiddenBody = rule({
  id: 'aria-hidden-body',
  severity: 'error',
  title: 'Page hidden from assistive technology',
  passTitle: 'Page is exposed to assistive technology',
  why: 'With aria-hidden="true" on the body, the whole page is silent for screen reader users.',
  fix: 'Remove aria-hidden from the body element; use inert to hide what is behind a dialog.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-hidden-body',
  needs: ['document'],
  messages: { hidden: 'The body element has aria-hidden="true".' },

  check({ document: { body } }) {
    if (body === null) return notApplicable
    const value = body.attribs['aria-hidden'] ?? ''
    return value.trim().toLowerCase() === 'true'
      ? fail('hidden', { evidence: [elementEvidence(body, value)] })
      : pass
  },
})
