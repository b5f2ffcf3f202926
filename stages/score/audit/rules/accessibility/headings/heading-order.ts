import type { Element } from 'domhandler'
import { headingLevels } from '../../../derived/text/headings.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const headingOrder = rule({
  id: 'heading-order',
  severity: 'warning',
  title: 'Skipped heading levels',
  passTitle: 'Heading levels are not skipped',
  why: 'Headings form the outline of a page. A skipped level makes screen reader users look for a section that does not exist.',
  fix: 'Use the next level for each subsection, and set the size of headings with CSS.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/heading-order',
  needs: ['document'],
  messages: {
    skipped:
      '{affected} of {total} {total:heading|headings} {affected:skips|skip} a level: {element}, {first}.',
  },

  check({ document }) {
    const headings = headingLevels(document)
    const skips = new Map<Element, string>()
    for (const [index, { element, level }] of headings.entries()) {
      const before = headings[index - 1]?.level ?? level
      if (level > before + 1) skips.set(element, `level ${level} after level ${before}`)
    }
    const elements = headings.map(({ element }) => element)
    return evaluateElements(elements, 'skipped', (heading) => skips.get(heading) ?? null)
  },
})
