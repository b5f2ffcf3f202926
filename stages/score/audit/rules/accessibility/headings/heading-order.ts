import type { Element } from 'domhandler'
import { headingLevels } from '../../../derived/text/headings.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const headingOrder = rule({
  id: 'heading-order',
  severity: 'warning',
  title: 'Heading levels go down one at a time',
  why: 'Headings are the outline of a page. A level that is left out makes people who use a screen reader look for a section that is not there.',
  fix: 'Use the next level for each section within a section; choose the size of a heading by style sheets.',
  effort: 'minutes',
  impact: 'medium',
  fixable: false,
  reference: 'https://dequeuniversity.com/rules/axe/4.10/heading-order',
  needs: ['document'],
  messages: { skipped: '{affected} of {total} headings leave out a level.' },

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
