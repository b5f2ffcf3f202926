/// <reference lib="dom" />
import { hasReservedSpace, reservedSpace } from './reserved-space.ts'

/** An image of the document; the size of its file is null where the document does not know it. */
export interface FoundImage {
  readonly url: string
  readonly fileWidth: number | null
  readonly fileHeight: number | null
  readonly shownWidth: number
  readonly shownHeight: number
  readonly isBackground: boolean
  readonly hasSrcset: boolean
  readonly isLazy: boolean
  readonly isInViewport: boolean
  /** Of image elements alone. */
  readonly hasReservedSpace?: boolean
}

export interface FindImagesInput {
  /** Maximum number of images. */
  readonly max: number
  /** Maximum number of elements that are visited, including those in open shadow roots. */
  readonly maxElements: number
  /** Maximum characters of a URL. */
  readonly maxUrlChars: number
  /** Milliseconds for the whole search. */
  readonly timeMs: number
}

/**
 * The http(s) images of the document: image elements, and background images in the viewport. An image that is shown several times is
 * reported with its largest size. Calls methods of prototypes, because names of elements can hide properties of the document.
 */
function findImagesInPage({ max, maxElements, maxUrlChars, timeMs }: FindImagesInput): FoundImage[] {
  const until = performance.now() + timeMs
  const found = new Map<string, FoundImage>()
  let visitedCount = 0

  const addImage = (image: FoundImage) => {
    const key = `${image.isBackground} ${image.url}`
    const known = found.get(key)
    if (known === undefined && found.size >= max) return
    const area = (one: FoundImage) => one.shownWidth * one.shownHeight
    const larger = known === undefined || area(image) > area(known) ? image : known
    const unreserved = [image, known].find((one) => one?.hasReservedSpace === false)
    found.set(key, {
      ...larger,
      ...(unreserved && { hasReservedSpace: false }),
      isInViewport: image.isInViewport || (known?.isInViewport ?? false),
    })
  }
  const visit = (root: Document | ShadowRoot) => {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (++visitedCount > maxElements || performance.now() > until) return
      for (const image of imagesOf(node as Element))
        addImage({ ...image, url: image.url.slice(0, maxUrlChars) })
      const { shadowRoot } = node as Element
      if (shadowRoot instanceof ShadowRoot) visit(shadowRoot)
    }
  }
  visit(document)
  return [...found.values()]
}

/** The images of an element: its content and its backgrounds. */
function imagesOf(element: Element): FoundImage[] {
  const box = Element.prototype.getBoundingClientRect.call(element)
  const isShown = Element.prototype.checkVisibility.call(element, { visibilityProperty: true })
  const isInViewport =
    isShown &&
    box.width > 0 &&
    box.height > 0 &&
    box.bottom > 0 &&
    box.right > 0 &&
    box.top < innerHeight &&
    box.left < innerWidth
  const shown = {
    shownWidth: isShown ? box.width : 0,
    shownHeight: isShown ? box.height : 0,
    isInViewport,
  }
  const content = describeContent(element)
  const backgrounds = isInViewport ? backgroundsOf(element) : []
  return [
    ...(content === null ? [] : [{ ...content, ...shown, isBackground: false }]),
    ...backgrounds.map((url) => ({
      ...{ url, fileWidth: null, fileHeight: null, ...shown },
      ...{ isBackground: true, hasSrcset: false, isLazy: false },
    })),
  ].filter(({ url }) => /^https?:/.test(url))
}

type Content = Pick<
  FoundImage,
  'url' | 'fileWidth' | 'fileHeight' | 'hasSrcset' | 'isLazy' | 'hasReservedSpace'
>

/** The image that an element shows as its content; null for other elements. */
function describeContent(element: Element): Content | null {
  if (element instanceof HTMLImageElement) return describePicture(element)
  const url = urlOf(element)
  return url === null ? null : { url, fileWidth: null, fileHeight: null, hasSrcset: false, isLazy: false }
}

/** With several candidate files (srcset, picture), the natural size is not the size of the file. */
function describePicture(image: HTMLImageElement): Content {
  const { currentSrc, src, naturalWidth, naturalHeight, complete, loading } = image
  const hasSrcset = image.srcset !== '' || image.parentElement instanceof HTMLPictureElement
  const isKnown = complete && !hasSrcset
  return {
    // A lazy image has no current source before it loads.
    url: currentSrc || src,
    fileWidth: isKnown ? naturalWidth : null,
    fileHeight: isKnown ? naturalHeight : null,
    hasSrcset,
    isLazy: loading === 'lazy',
    hasReservedSpace: hasReservedSpace(image),
  }
}

function urlOf(element: Element): string | null {
  if (element instanceof HTMLInputElement && element.type === 'image') return element.src
  if (element instanceof HTMLVideoElement) return element.poster
  if (element instanceof SVGImageElement) return URL.parse(element.href.baseVal, element.baseURI)?.href ?? ''
  return null
}

/** URLs of the background images of an element and of its pseudo-elements. */
function backgroundsOf(element: Element): string[] {
  const values = [null, '::before', '::after'].map(
    (pseudo) => getComputedStyle(element, pseudo).backgroundImage,
  )
  return values.flatMap((value) =>
    [...value.matchAll(/url\("((?:[^"\\]|\\.)*)"\)/g)].map(([, url = '']) => url.replace(/\\(.)/g, '$1')),
  )
}

export const findImages = {
  main: findImagesInPage,
  uses: [imagesOf, describeContent, describePicture, urlOf, backgroundsOf, ...reservedSpace.uses],
}
