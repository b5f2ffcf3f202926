/// <reference lib="dom" />

/** An image of the document; the file's size is null where the document does not know it. */
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
}

export interface FindImagesInput {
  /** Images that are told of. */
  readonly max: number
  /** Elements that are looked at, open shadow roots included. */
  readonly maxElements: number
  /** Milliseconds for all. */
  readonly timeMs: number
}

/**
 * The http(s) images of the document: elements of their own, and backgrounds that are in view. One that is there more than once
 * is told of as it is shown largest. Reads through prototypes: names of a page's elements can hide properties.
 */
function findImagesInPage({ max, maxElements, timeMs }: FindImagesInput): FoundImage[] {
  const until = performance.now() + timeMs
  const found = new Map<string, FoundImage>()
  let visitedCount = 0

  const addImage = (image: FoundImage) => {
    const key = `${image.isBackground} ${image.url}`
    const known = found.get(key)
    if (known === undefined && found.size >= max) return
    const area = (one: FoundImage) => one.shownWidth * one.shownHeight
    const larger = known === undefined || area(image) > area(known) ? image : known
    found.set(key, { ...larger, isInViewport: image.isInViewport || (known?.isInViewport ?? false) })
  }
  const visit = (root: Document | ShadowRoot) => {
    const walker = Document.prototype.createTreeWalker.call(document, root, NodeFilter.SHOW_ELEMENT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (++visitedCount > maxElements || performance.now() > until) return
      for (const image of imagesOf(node as Element)) addImage(image)
      const { shadowRoot } = node as Element
      if (shadowRoot instanceof ShadowRoot) visit(shadowRoot)
    }
  }
  visit(document)
  return [...found.values()]
}

/** What an element shows: as its content, or behind it. */
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

type Content = Pick<FoundImage, 'url' | 'fileWidth' | 'fileHeight' | 'hasSrcset' | 'isLazy'>

/** What an element is there to show; null for others. */
function describeContent(element: Element): Content | null {
  if (element instanceof HTMLImageElement) return describePicture(element)
  const url = urlOf(element)
  return url === null ? null : { url, fileWidth: null, fileHeight: null, hasSrcset: false, isLazy: false }
}

/** Where the page offers several files, the browser's sizes are not the file's. */
function describePicture(image: HTMLImageElement): Content {
  const { currentSrc, src, naturalWidth, naturalHeight, complete, loading } = image
  const hasSrcset = image.srcset !== '' || image.parentElement instanceof HTMLPictureElement
  const isKnown = complete && !hasSrcset
  return {
    // A lazy one has chosen none yet.
    url: currentSrc || src,
    fileWidth: isKnown ? naturalWidth : null,
    fileHeight: isKnown ? naturalHeight : null,
    hasSrcset,
    isLazy: loading === 'lazy',
  }
}

function urlOf(element: Element): string | null {
  if (element instanceof HTMLInputElement && element.type === 'image') return element.src
  if (element instanceof HTMLVideoElement) return element.poster
  if (element instanceof SVGImageElement) return URL.parse(element.href.baseVal, element.baseURI)?.href ?? ''
  return null
}

/** URLs of an element's `background-image` and of those of its pseudo-elements. */
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
  uses: [imagesOf, describeContent, describePicture, urlOf, backgroundsOf],
}
