/// <reference lib="dom" />

import { forceStyles, hasInlineStyle } from './force-styles.ts'
import { allRoots } from './roots.ts'
import { freezeAnimation, freezeAnimations } from './wait-until-stable.ts'

/**
 * Whenever the page is laid out for another size and back, it looks as it did: what had come to its end, and begins anew,
 * ends before that is painted, and an image that is a text because it failed, and is asked for once more, takes no other place
 * meanwhile.
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
