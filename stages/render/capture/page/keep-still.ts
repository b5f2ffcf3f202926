/// <reference lib="dom" />
import { allRoots } from './roots.ts'
import { freeze, still } from './settle.ts'
import { isStyled } from './styled.ts'

/**
 * Whenever the page is laid out for another size and back, it looks as it did: what had come to its end, and begins anew,
 * ends before that is painted, and an image that is a text because it failed, and is asked for once more, takes no other place
 * meanwhile.
 */
function keepLook(): void {
  addEventListener('resize', freeze)
  const images = allRoots().flatMap((root) => Array.from(root.querySelectorAll('img')))
  const failed = images.filter(
    (image) => image.complete && image.naturalWidth === 0 && image.alt !== '' && isStyled(image),
  )
  const sizes = failed.map((image) => image.getBoundingClientRect())
  for (const [index, { style }] of failed.entries()) {
    style.setProperty('width', `${sizes[index]?.width}px`, 'important')
    style.setProperty('height', `${sizes[index]?.height}px`, 'important')
    style.setProperty('vertical-align', 'bottom', 'important')
  }
}

export const keepStill = { main: keepLook, uses: [allRoots, freeze, still, isStyled] }
