import { opensDetails } from '../../../derived/aria/focus.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const summaryName = rule({
  id: 'summary-name',
  severity: 'warning',
  title: 'summary elements without text',
  passTitle: 'summary elements have text',
  why: 'A summary opens and closes the details below it. Without text screen reader users cannot know what it opens.',
  fix: 'Add text to the summary element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/summary-name',
  needs: ['document'],
  messages: {
    missing: '{affected} of {total} summary {total:element|elements} {affected:has|have} no text: {element}.',
  },

  check({ document }) {
    const summaries = document
      .byTag('summary')
      .filter((summary) => opensDetails(summary) && document.isExposed(summary))
    return evaluateElements(summaries, 'missing', (summary) =>
      holdersOfNamelessImages(document).has(summary) ? null : nameFault(document, summary),
    )
  },
})
