import type { Element } from 'domhandler'
import { heroImage } from '../../../derived/images/hero.ts'
import { hasHighPriority, isLazy } from '../../../derived/images/loading.ts'
import { evaluateElements } from '../../../engine/evaluate.ts'
import { notApplicable, rule } from '../../../engine/rule.ts'

/** With fewer images lazy loading matters little, and so many may be in the first view. */
const FEW_IMAGES = 10
const FIRST_IMAGES = 3

export const offscreenEager = rule({
  id: 'offscreen-eager',
  severity: 'info',
  title: 'Offscreen images not lazy-loaded',
  passTitle: 'Offscreen images are lazy-loaded',
  why: 'Images further down compete with those of the first screen, although many visitors never scroll to them.',
  fix: 'Add loading="lazy" to images below the first screen.',
  effort: 'minutes',
  impact: 'medium',
  fixable: true,
  reference: 'https://web.dev/articles/browser-level-image-lazy-loading',
  excludes:
    'The image that is probably the largest of the first screen, wherever it is in the source: it has to load immediately.',
  needs: ['document'],
  messages: {
    eager:
      '{affected} of {total} {total:image|images} after the third {affected:is|are} not lazy-loaded: {first}.',
  },

  check({ document }) {
    const images = document.byTag('img').filter((image) => isLoaded(image) && !document.isHidden(image))
    if (images.length <= FEW_IMAGES) return notApplicable
    const later = images.slice(FIRST_IMAGES).filter((image) => image !== heroImage(document))
    return evaluateElements(later, 'eager', (image) =>
      isLazy(image) ? null : (image.attribs.src ?? '').slice(0, 200),
    )
  },
})

/** Inline images need no loading; a script gives an image without a URL one later. */
function isLoaded(image: Element): boolean {
  return !/^\s*(?:data:|$)/i.test(image.attribs.src ?? '') && !hasHighPriority(image)
}
