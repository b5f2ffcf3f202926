import type { Element } from 'domhandler'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const urlAttributes = ['href', 'src', 'srcset', 'action', 'poster', 'data']

export const baseLate = rule({
  id: 'base-late',
  severity: 'warning',
  title: 'base element after URLs',
  passTitle: 'base element comes before URLs',
  why: 'HTML requires the base element to come before all elements with URLs; anything before it may be loaded from the wrong URL.',
  fix: 'Move the base element up, right after the charset declaration.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-base-element',
  needs: ['document'],
  messages: { late: 'An element with a URL comes before the base element.' },

  check({ document }) {
    const base = document.byTag('base').find(({ attribs }) => attribs.href !== undefined)
    if (base === undefined) return notApplicable
    const first = document.all.find(
      (element) => element === base || (element.name !== 'base' && hasUrl(element)),
    )
    if (first === undefined || first === base) return pass
    return fail('late', {
      evidence: [elementEvidence(base, base.attribs.href), elementEvidence(first, document.snippetOf(first))],
    })
  },
})

function hasUrl({ attribs }: Element): boolean {
  return urlAttributes.some((name) => attribs[name] !== undefined)
}
