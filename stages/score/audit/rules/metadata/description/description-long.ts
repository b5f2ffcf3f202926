import { headMetas } from '../../../derived/head/head-elements.ts'
import { hasNoindex } from '../../../derived/robots/robots-directives.ts'
import { lineWidth } from '../../../derived/text/line-width.ts'
import { elementEvidence, fail, notApplicable, pass, rule } from '../../../engine/rule.ts'

/** Width of a description in a desktop result, in Arial of 14 pixels. */
const MOST_PIXELS = 920
const FONT_PIXELS = 14
/** Longer texts are certainly too long. */
const MAX_CHARS = 5_000

export const descriptionLong = rule({
  id: 'description-long',
  severity: 'info',
  title: 'Meta description too long',
  passTitle: 'Meta description fits the search result',
  why: 'Google sets no limit, but truncates snippets to fit the device.',
  fix: 'Put what matters into the first sentence.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://developers.google.com/search/docs/appearance/snippet',
  needs: ['document', 'http', 'request'],
  messages: { tooLong: 'The meta description is about {width} pixels wide; results show about {max}.' },
  thresholds: { good: 'up to 920 px', needs_improvement: 'over 920 px', poor: 'over 1840 px' },

  check({ document, http, request }) {
    const first = headMetas(document, 'description').find(({ content }) => content !== '')
    if (first === undefined || hasNoindex({ document, http, request })) return notApplicable
    const width = lineWidth(first.content.slice(0, MAX_CHARS), FONT_PIXELS)
    if (width <= MOST_PIXELS) return pass
    return fail('tooLong', {
      values: { width, max: MOST_PIXELS },
      evidence: [elementEvidence(first.element, first.content)],
    })
  },
})
