import type { Element } from 'domhandler'
import { isOutOfFlow, isPixels, isStyled, isTiny } from '../../../derived/images/page-images.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const iframeNoDimensions = rule({
  id: 'iframe-no-dimensions',
  severity: 'info',
  title: 'Iframes without a height',
  passTitle: 'Iframes have a height',
  why: 'An iframe without a height is resized when its content arrives, which moves the content below it. Style sheets are not evaluated.',
  fix: 'Add width and height, or reserve the space with aspect-ratio.',
  effort: 'minutes',
  impact: 'low',
  fixable: true,
  reference: 'https://web.dev/articles/optimize-cls',
  needs: ['document'],
  messages: {
    unsized: '{affected} of {total} {total:iframe|iframes} {affected:has|have} no height: {first}.',
  },

  check({ document }) {
    const frames = document
      .byTag('iframe')
      .filter((frame) => !document.isHidden(frame) && !isOutOfFlow(frame) && !isTiny(frame))
    return evaluateElements(frames, 'unsized', (frame) => (isSized(frame) ? null : (frame.attribs.src ?? '')))
  },
})

function isSized(frame: Element): boolean {
  return isPixels(frame.attribs.height) || isStyled(frame, 'height') || isStyled(frame, 'aspect-ratio')
}
