import { nameFault } from '../../../derived/names/accessible-name.ts'
import { holdersOfNamelessImages } from '../../../derived/names/nameless.ts'
import { headingLevels } from '../../../derived/text/headings.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const h1Empty = rule({
  id: 'h1-empty',
  severity: 'warning',
  title: 'Empty H1 heading',
  passTitle: 'H1 heading is not empty',
  why: 'An empty H1 heading tells nobody what the page is about, and screen reader users navigate to nothing.',
  fix: 'Write what the page is about into the h1, or remove it.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://www.w3.org/WAI/standards-guidelines/act/rules/ffd0e9/',
  needs: ['document'],
  messages: {
    empty: '{affected} of {total} H1 {total:heading|headings} {affected:is|are} empty: {element}.',
  },

  check({ document }) {
    const headings = headingLevels(document).flatMap(({ element, level }) => (level === 1 ? [element] : []))
    // A heading whose image lacks a text alternative is reported by image-alt.
    return evaluateElements(headings, 'empty', (heading) =>
      holdersOfNamelessImages(document).has(heading) ? null : nameFault(document, heading),
    )
  },
})
