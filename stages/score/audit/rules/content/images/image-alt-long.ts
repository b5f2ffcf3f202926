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
  title: 'Alternative text too long',
  passTitle: 'Alternative text is short',
  why: 'A screen reader reads the alternative text in one go, with no way to pause or skip within it. Longer descriptions belong in the page text.',
  fix: 'Describe the image in one sentence, and put further details next to it.',
  effort: 'minutes',
  impact: 'low',
  fixable: false,
  reference: 'https://www.w3.org/WAI/tutorials/images/complex/',
  needs: ['document'],
  messages: {
    long: '{affected} of {total} {total:image|images} {affected:has|have} alternative text of more than 125 characters: {element}.',
  },
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
