import { lineWidth } from '../../../derived/text/line-width.ts'
import { titleElements, titleText } from '../../../derived/title/titles.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Width of a title in a desktop result, in Arial of 20 pixels. */
const MOST_PIXELS = 600
const FONT_PIXELS = 20

export const titleLong = rule({
  id: 'title-long',
  severity: 'info',
  title: 'Title too long',
  passTitle: 'Title fits the search result',
  why: 'Google sets no limit, but truncates titles in results to fit the width of the device.',
  fix: 'Put what matters into the first words of the title.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/title-link',
  needs: ['document'],
  messages: { tooLong: 'The title is about {width} pixels wide; results show about {max}.' },
  thresholds: { good: 'up to 600 px', needs_improvement: 'over 600 px', poor: 'over 1200 px' },

  check({ document }) {
    const title = titleText(document)
    if (title === null) return notApplicable
    const width = lineWidth(title, FONT_PIXELS)
    if (width <= MOST_PIXELS) return pass
    const evidence = titleElements(document)
      .inHead.slice(0, 1)
      .map((element) => elementEvidence(element, title))
    return fail('tooLong', { values: { width, max: MOST_PIXELS }, evidence })
  },
})
