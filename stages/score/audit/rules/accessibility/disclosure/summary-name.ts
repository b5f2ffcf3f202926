import { opensDetails } from '../../../derived/aria/focus.ts'
import { nameFault } from '../../../derived/names/accessible-name.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const summaryName = rule({
  id: 'summary-name',
  severity: 'warning',
  title: 'Summaries of expandable details have text',
  why: 'A summary opens and closes the details below it. Without text people who use a screen reader cannot know what it opens.',
  fix: 'Write a text into the summary element.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/summary-name',
  needs: ['document'],
  messages: { missing: '{affected} of {total} summaries have no text.' },

  check({ document }) {
    const summaries = document
      .byTag('summary')
      .filter((summary) => opensDetails(summary) && document.isExposed(summary))
    return evaluateElements(summaries, 'missing', (summary) =>
      holdersOfNamelessImages(document).has(summary) ? null : nameFault(document, summary),
    )
  },
})
