/// <reference lib="dom" />

import { allRoots, forceStyles, hasInlineStyle } from './dom.ts'
import { freezeAnimation, freezeAnimations } from './wait-until-stable.ts'

/**
 * Keeps the appearance of the page while it is laid out for another size and back. Finished animations that restart are finished again
 * before the next paint. Failed images that show their alternative text, and are requested again, keep their size.
 */
function suppressReflowEffectsInPage(): void {
  addEventListener('resize', freezeAnimations)
  const images = allRoots().flatMap((root) => Array.from(root.querySelectorAll('img')))
  const failed = images
    .filter(
      (image) => image.complete && image.naturalWidth === 0 && image.alt !== '' && hasInlineStyle(image),
    )
    .map((image) => ({ image, box: image.getBoundingClientRect() }))
  for (const { image, box } of failed) {
    forceStyles(image, { width: `${box.width}px`, height: `${box.height}px`, 'vertical-align': 'bottom' })
  }
}

export const suppressReflowEffects = {
  main: suppressReflowEffectsInPage,
  uses: [allRoots, freezeAnimations, freezeAnimation, hasInlineStyle, forceStyles],
}
