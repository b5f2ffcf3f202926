import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const baseMultiple = rule({
  id: 'base-multiple',
  severity: 'warning',
  title: 'Multiple base elements',
  passTitle: 'Page has at most one base element',
  why: 'Only the first base URL applies; others mislead whoever maintains the page.',
  fix: 'Keep one base element.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-base-element',
  needs: ['document'],
  messages: { several: 'The page has {count} base elements.' },

  check({ document }) {
    const bases = document.byTag('base')
    if (bases.length === 0) return notApplicable
    if (bases.length === 1) return pass
    const evidence = bases.map((base) => elementEvidence(base, base.attribs.href))
    return fail('several', { values: { count: bases.length }, evidence })
  },
})
