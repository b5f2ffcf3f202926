/// <reference lib="dom" />
import { allRoots } from './roots.ts'
import { freeze, still } from './settle.ts'
import { force, isStyled } from './styled.ts'

/**
 * Whenever the page is laid out for another size and back, it looks as it did: what had come to its end, and begins anew,
 * ends before that is painted, and an image that is a text because it failed, and is asked for once more, takes no other place
 * meanwhile.
 */
function keepLook(): void {
  addEventListener('resize', freeze)
  const images = allRoots().flatMap((root) => Array.from(root.querySelectorAll('img')))
  const failed = images
    .filter((image) => image.complete && image.naturalWidth === 0 && image.alt !== '' && isStyled(image))
    .map((image) => ({ image, box: image.getBoundingClientRect() }))
  for (const { image, box } of failed) {
    force(image, { width: `${box.width}px`, height: `${box.height}px`, 'vertical-align': 'bottom' })
  }
}

export const keepStill = { main: keepLook, uses: [allRoots, freeze, still, isStyled, force] }
