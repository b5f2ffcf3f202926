import { mainElement, mainText, mainWordCount, type TextBlock } from '../../../derived/text/main-text.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

const MOST_WORDS = 300

export const noSubheadings = rule({
  id: 'no-subheadings',
  severity: 'info',
  title: 'Long text without subheadings',
  passTitle: 'Long text has subheadings',
  why: 'Subheadings help readers find what they are looking for, and screen reader users can jump to them.',
  fix: 'Give each part of the text a subheading (h2, h3) that describes it.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/WCAG22/Understanding/section-headings',
  needs: ['document'],
  messages: { none: 'The text of {words} words has no subheadings.' },
  thresholds: {
    good: 'a subheading',
    needs_improvement: 'none in over 300 words',
    poor: 'none in over 1,000 words',
  },

  check({ document }) {
    const words = mainWordCount(document)
    if (words <= MOST_WORDS) return notApplicable
    // The first heading may be the title of the page.
    const headings = mainText(document).blocks.filter(isHeading)
    if (headings.length > 1 || headings.some(({ element }) => element.name !== 'h1')) return pass
    const main = mainElement(document)
    return fail('none', { values: { words }, evidence: main === null ? [] : [elementEvidence(main)] })
  },
})

function isHeading({ element: { name, attribs } }: TextBlock): boolean {
  return /^h[1-6]$/.test(name) || attribs.role === 'heading'
}
