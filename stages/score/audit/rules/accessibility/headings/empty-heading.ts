import { nameFault } from '../../../derived/names/accessible-name.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { headingLevels } from '../../../derived/text/headings.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

/** Headings of the first level are checked by `h1-empty`. */
export const emptyHeading = rule({
  id: 'empty-heading',
  severity: 'warning',
  title: 'Empty headings',
  passTitle: 'Headings are not empty',
  why: 'Screen reader users jump from heading to heading. An empty one tells them nothing.',
  fix: 'Add text to the heading, or remove it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ffd0e9/',
  needs: ['document'],
  messages: {
    empty: '{affected} of {total} {total:heading|headings} below H1 {affected:is|are} empty: {element}.',
  },

  check({ document }) {
    const headings = headingLevels(document).flatMap(({ element, level }) =>
      element.name === 'h1' || level === 1 ? [] : [element],
    )
    return evaluateElements(headings, 'empty', (heading) =>
      holdersOfNamelessImages(document).has(heading) ? null : nameFault(document, heading),
    )
  },
})
