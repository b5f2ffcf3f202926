import { titleElements } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

export const titleMultiple = rule({
  id: 'title-multiple',
  severity: 'warning',
  title: 'Multiple title elements',
  passTitle: 'Page has a single title',
  why: 'A head may contain only one title element. Browsers use the first one; search engines may use another.',
  fix: 'Keep the title that describes the page and remove the others.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://html.spec.whatwg.org/multipage/semantics.html#the-title-element',
  needs: ['document'],
  messages: { several: 'The head has {count} title elements; the first is "{first}".' },

  check({ document }) {
    const { inHead } = titleElements(document)
    if (inHead.length === 0) return notApplicable
    if (inHead.length === 1) return pass
    const evidence = inHead.map((title) => elementEvidence(title, document.text(title)))
    return fail('several', { values: { count: inHead.length }, evidence })
  },
})
