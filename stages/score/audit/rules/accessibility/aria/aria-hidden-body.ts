import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const ariaHiddenBody = rule({
  id: 'aria-hidden-body',
  severity: 'error',
  title: 'Page is not hidden from assistive technology',
  why: 'With aria-hidden="true" on its body the whole page is silent to people who use a screen reader.',
  fix: 'Remove aria-hidden from the body element; hide what lies behind a dialog by inert.',
  effort: 'minutes',
  impact: 'high',
  fixable: true,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/aria-hidden-body',
  needs: ['document'],
  messages: { hidden: 'The body element is hidden from assistive technology.' },

  check({ document: { body } }) {
    if (body === null) return notApplicable
    const value = body.attribs['aria-hidden'] ?? ''
    return value.trim().toLowerCase() === 'true'
      ? fail('hidden', { evidence: [elementEvidence(body, value)] })
      : pass
  },
})
