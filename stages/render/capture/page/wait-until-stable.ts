/// <reference lib="dom" />
import { freezeAnimations, freezeAnimationsUses } from './animations.ts'
import {
  allRoots,
  ensureRoot,
  resolveWithin,
  untilPainted,
  untilPaintedUses,
  untilUnchanging,
} from './dom.ts'

interface StabilityInput {
  /** Wait for the images in the viewport (`seen`), or for all. */
  readonly images: 'seen' | 'all'
  readonly fontsMs: number
  readonly imagesMs: number
  /** How long the page may keep changing; only with `all`. */
  readonly changesMs: number
}

async function waitForStableDocument({
  images,
  fontsMs,
  imagesMs,
  changesMs,
}: StabilityInput): Promise<void> {
  await resolveWithin(documentLoaded(), imagesMs)
  ensureRoot()
  if (images === 'all') await untilUnchanging(changesMs)
  const pending =
    images === 'all' ? pendingImages() : [...pendingImages().filter(isInViewport), ...pendingBackgrounds()]
  const isLoading = pending.length > 0 || document.fonts.status === 'loading'
  await resolveWithin(document.fonts.ready, fontsMs)
  await resolveWithin(Promise.all(pending.map(imageLoaded)), imagesMs)
  hideCaret()
  const hasMoved = freezeAnimations()
  if (!isLoading && !hasMoved) return
  // Event handlers of the finished animations may have started others.
  await untilPainted()
  freezeAnimations()
}

/** Waits for the load event of a document that has just been navigated to. */
async function documentLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function pendingImages(): HTMLImageElement[] {
  const found = allRoots().flatMap((root) => Array.from(root.querySelectorAll('img')))
  return found.filter((image) => !image.complete)
}

/**
 * Background images in the viewport that are still loading, as `Image` objects: the browser does not load a URL twice that it is
 * loading. A URL that has finished or failed has a performance entry.
 */
function pendingBackgrounds(): HTMLImageElement[] {
  const seen = allRoots()
    .flatMap((root) => Array.from(root.querySelectorAll('*')))
    .filter(isInViewport)
  const urls = seen.flatMap((element) =>
    Array.from(
      getComputedStyle(element).backgroundImage.matchAll(/url\("(https?:[^"]+)"\)/g),
      ([, url = '']) => url,
    ),
  )
  const isOver = (url: string) => performance.getEntriesByName(url, 'resource').length > 0
  const open = Array.from(new Set(urls)).filter((url) => !isOver(url))
  const images = open.map((url) => Object.assign(new Image(), { src: url }))
  return images.filter((image) => !image.complete)
}

function isInViewport(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
}

function imageLoaded(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true })
    image.addEventListener('error', () => resolve(), { once: true })
  })
}

function hideCaret(): void {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (focused instanceof HTMLElement) focused.style.setProperty('caret-color', 'transparent', 'important')
}

const uses = [
  ...[...untilPaintedUses, allRoots, ensureRoot, documentLoaded, untilUnchanging],
  ...[pendingImages, pendingBackgrounds, isInViewport, imageLoaded, ...freezeAnimationsUses, hideCaret],
]

/** Waits for fonts and images, then stops animations, so that the same page gives the same image. */
export const waitUntilStable = { main: waitForStableDocument, uses }

async function waitAndMeasure(input: StabilityInput): Promise<PageSize> {
  await waitForStableDocument(input)
  return measurePage()
}

/** `waitUntilStable` and `pageSize` in one call: the page keeps changing between two calls. */
export const stablePageSize = { main: waitAndMeasure, uses: [...uses, waitForStableDocument, measurePage] }

export interface PageSize {
  readonly width: number
  readonly height: number
  /** Below 1 where a phone zooms out to show a page without a mobile layout. */
  readonly zoom: number
  /** The scroll position. */
  readonly scrollX: number
  readonly scrollY: number
}

/**
 * The scrollable size in CSS pixels. Content that `overflow-x` hides is not part of the page. Content that `overflow-y` hides is part
 * of it, because overlays lock scrolling in this way.
 */
function measurePage(): PageSize {
  const root = document.scrollingElement ?? document.documentElement
  const {
    width: seen = innerWidth,
    height: tall = innerHeight,
    scale: zoom = 1,
  } = window.visualViewport ?? {}
  const kept = [document.documentElement, document.body].some(
    (element) => element !== null && /hidden|clip/.test(getComputedStyle(element).overflowX),
  )
  // The layout of a zoomed-out page is up to one pixel wider than its viewport.
  const wider = !kept && root.scrollWidth > seen + 1
  return {
    width: wider ? root.scrollWidth : seen,
    height: Math.max(root.scrollHeight, tall),
    zoom,
    scrollX,
    scrollY,
  }
}

export const pageSize = { main: measurePage }
