import type { LabImage, LabRequest } from '#shared/messages/payloads/measurement.ts'
import { itemOf } from '../advice/items.ts'
import { nameOf, plural, type Tip, type TipItem } from '../advice/tip.ts'

/** A smaller movement is no layout shift (Layout Instability, section 2.1). In CSS pixels. */
const LEAST_PIXELS = 3

export const imagesUnsized: Tip = {
  id: 'images-unsized',
  title: 'Images without width and height',
  effort: 'low',
  when: 'an image is shown for which neither attributes nor CSS reserve the space, 3 px high or more',
  learnMore: 'https://web.dev/articles/optimize-cls#images_without_dimensions',
  find({ measurement: { images, requests } }) {
    const loaded = new Set(requests.filter(isLoaded).map(({ url }) => url))
    const unsized = images
      .filter((image) => isUnsized(image) && loaded.has(image.url))
      .toSorted(byVisibleHeight)
    const [first] = unsized
    if (first === undefined) return null
    const message = `${plural(unsized.length, 'image')} without width and height, above all ${nameOf(first.url)}. If it loads late, content below it jumps by up to ${Math.round(first.shownHeight)} px. Set width and height, or an aspect-ratio.`
    return { message, items: unsized.map(toItem) }
  },
}

function toItem({ url, shownWidth, shownHeight }: LabImage): TipItem {
  return itemOf({ url, text: `shown at ${Math.round(shownWidth)} x ${Math.round(shownHeight)} CSS pixels` })
}

function isLoaded({ kind, status, isRedirect }: LabRequest): boolean {
  return kind === 'image' && status === 200 && !isRedirect
}

function isUnsized({ hasReservedSpace, shownWidth, shownHeight }: LabImage): boolean {
  return hasReservedSpace === false && shownWidth > 0 && shownHeight >= LEAST_PIXELS
}

/** Images on the first screen first, the tallest of them before the others. */
function byVisibleHeight(one: LabImage, other: LabImage): number {
  return Number(other.isInViewport) - Number(one.isInViewport) || other.shownHeight - one.shownHeight
}
