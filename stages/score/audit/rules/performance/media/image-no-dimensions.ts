import type { Element } from 'domhandler'
import { isOutOfFlow, isPixels, isStyled, isTiny } from '../../../derived/images/page-images.ts'
import { isDecoration } from '../../../derived/names/nameless.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { rule } from '../../../engine/rule.ts'

export const imageNoDimensions = rule({
  id: 'image-no-dimensions',
  severity: 'warning',
  title: 'Images without width and height',
  passTitle: 'Images have width and height',
  why: 'Without width and height the browser learns the size only when the image arrives, and then moves the content below it. Style sheets, which can also set a size, are not evaluated.',
  fix: 'Add width and height in pixels; height: auto in CSS keeps images flexible.',
  effort: 'hours',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/optimize-cls',
  needs: ['document'],
  messages: {
    unsized: '{affected} of {total} {total:image|images} {affected:has|have} no width and height: {first}.',
  },

  check({ document }) {
    const images = document.byTag('img').filter((image) => !document.isHidden(image) && takesRoom(image))
    // Decorative images with dimensions do not count, so that they do not reduce the share of faulty ones.
    const counted = images.filter((image) => !isDecoration(image) || !isSized(image))
    return evaluateElements(counted, 'unsized', (image) =>
      isSized(image) ? null : (image.attribs.src ?? '').slice(0, 200),
    )
  },
})

/** Inline images arrive with the page (Lighthouse #11631). */
function takesRoom(image: Element): boolean {
  return !/^\s*data:image\/svg/i.test(image.attribs.src ?? '') && !isOutOfFlow(image) && !isTiny(image)
}

/** Whether two of width, height and aspect ratio are known. */
function isSized(image: Element): boolean {
  const sizes = [
    isPixels(image.attribs.width) || isStyled(image, 'width'),
    isPixels(image.attribs.height) || isStyled(image, 'height'),
    isStyled(image, 'aspect-ratio'),
  ]
  return sizes.filter(Boolean).length > 1
}
