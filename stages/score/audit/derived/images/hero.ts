import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { nearest } from '../page/tree.ts'

/** In pixels: an image that declares a smaller size is an icon or a logo, hardly the largest paint. */
const SMALL = 150
/** Number of images that may be in the first view. */
const MAX_IMAGES = 10
/** Number of paragraphs that may stand above it in the first view. */
const TEXTS_BEFORE = 6

/**
 * The image that is likely the largest of the first view: the first image of the content that does not declare a
 * small size; null without one. A guess, since style sheets are not evaluated.
 */
export const heroImage = memoize((document: PageDocument): Element | null => {
  const candidates = document.byTag('img').slice(0, MAX_IMAGES)
  const hero = candidates.find((image) => isCandidate(document, image)) ?? null
  return hero !== null && isNearTop(document, hero) ? hero : null
})

function isCandidate(document: PageDocument, image: Element): boolean {
  const { src = '', width, height, role, alt } = image.attribs
  if (document.isHidden(image) || isSmall(width) || isSmall(height)) return false
  if (
    role === 'presentation' ||
    /logo|icon|avatar|sprite|pixel/i.test(`${src} ${alt ?? ''} ${image.attribs.class ?? ''}`)
  )
    return false
  if (besideAround(image) !== null) return false
  return !isLaterSlide(image)
}

const besideAround = nearest(({ name }) => /^(?:nav|footer|aside|button)$/.test(name))

/** An image behind more text than a first view holds cannot be in it. */
function isNearTop(document: PageDocument, image: Element): boolean {
  const start = document.sourceLocation(image)?.start ?? 0
  const before = document.byTag('p').slice(0, TEXTS_BEFORE + 1)
  return (
    before.filter((text) => (document.sourceLocation(text)?.start ?? start) < start).length <= TEXTS_BEFORE
  )
}

function isSmall(size: string | undefined): boolean {
  const pixels = Number.parseFloat(size ?? '')
  return pixels > 0 && pixels < SMALL && !(size ?? '').trim().endsWith('%')
}

/** Slides of a carousel after the first are not shown at first. */
function isLaterSlide(image: Element): boolean {
  for (let node = image.parent; node !== null && 'attribs' in node; node = node.parent) {
    const isSlide = /\b(?:slide|carousel-item|swiper-slide|slick-slide)\b/i.test(node.attribs.class ?? '')
    if (isSlide) return node.prev !== null && hasTwinBefore(node)
  }
  return false
}

function hasTwinBefore(slide: Element): boolean {
  for (let node = slide.prev; node !== null; node = node.prev) {
    if ('attribs' in node && node.name === slide.name) return true
  }
  return false
}
