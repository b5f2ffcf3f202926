import { exposedImages } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

const MOST_GRAPHEMES = 125
/** Text alternatives with more code units are too long in any script. */
const SURELY_LONG = 2_000
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const imageAltLong = rule({
  id: 'image-alt-long',
  severity: 'info',
  title: 'Text alternatives are short',
  why: 'A screen reader reads the alternative in one go, without a way to skip or to stop in it. Longer descriptions belong into the text.',
  fix: 'Say what the image tells in a sentence, and describe it further beside it.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/tutorials/images/complex/',
  needs: ['document'],
  messages: { long: '{affected} of {total} text alternatives have more than 125 characters.' },
  thresholds: {
    good: 'up to 125 characters',
    needs_improvement: 'over 125 characters',
    poor: 'over 250 characters',
  },

  check({ document }) {
    const images = exposedImages(document).filter(
      ({ attribs }) => attribs.alt !== undefined && attribs.alt.trim() !== '',
    )
    return evaluateElements(images, 'long', ({ attribs }) => {
      const alt = attribs.alt?.trim() ?? ''
      if (alt.length <= MOST_GRAPHEMES) return null
      const length = alt.length > SURELY_LONG ? alt.length : [...segmenter.segment(alt)].length
      return length > MOST_GRAPHEMES ? `${length} characters: ${alt.slice(0, 100)}…` : null
    })
  },
})
