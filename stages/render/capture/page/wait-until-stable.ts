/// <reference lib="dom" />
import { measurePage, type PageSize } from './page-size.ts'
import { allRoots, ensureRoot } from './roots.ts'
import { resolveWithin, untilPainted, untilUnchanging } from './wait.ts'

interface StabilityInput {
  /** Which images are waited for: those in the viewport, or all. */
  readonly images: 'seen' | 'all'
  readonly fontsMs: number
  readonly imagesMs: number
  /** How long all of a page may go on changing. */
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
  // Handlers of what has just ended may have set off more.
  await untilPainted()
  freezeAnimations()
}

/** A page that has just gone on to another document has not loaded it yet. */
async function documentLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function pendingImages(): HTMLImageElement[] {
  const found = allRoots().flatMap((root) => Array.from(root.querySelectorAll('img')))
  return found.filter((image) => !image.complete)
}

/** Of what is seen, as images: the browser loads none twice that it is loading. What came to its end, well or not, has an entry. */
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

/**
 * Animations that end are ended; those that don't stand still at their first frame. Scrolling goes on moving its own. Answers
 * whether anything moved.
 */
export function freezeAnimations(): boolean {
  const moving = allRoots()
    .flatMap((root) => root.getAnimations())
    .filter(({ timeline }) => timeline instanceof DocumentTimeline)
  for (const animation of moving) freezeAnimation(animation)
  return moving.length > 0
}

export function freezeAnimation(animation: Animation): void {
  const { endTime = Number.POSITIVE_INFINITY, delay = 0 } = animation.effect?.getComputedTiming() ?? {}
  try {
    if (endTime !== Number.POSITIVE_INFINITY && animation.playbackRate > 0) animation.finish()
    else {
      animation.pause()
      animation.currentTime = Math.max(0, delay)
    }
  } catch {
    // One that runs backwards without end has no frame to stand at: it moves on.
  }
}

function hideCaret(): void {
  let focused = document.activeElement
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
  if (focused instanceof HTMLElement) focused.style.setProperty('caret-color', 'transparent', 'important')
}

const uses = [
  ...[untilPainted, resolveWithin, allRoots, ensureRoot, documentLoaded, untilUnchanging],
  ...[
    pendingImages,
    pendingBackgrounds,
    isInViewport,
    imageLoaded,
    freezeAnimations,
    freezeAnimation,
    hideCaret,
  ],
]

/** Waits for fonts and images, then stops what moves: the same page gives the same picture. */
export const waitUntilStable = { main: waitForStableDocument, uses }

async function waitAndMeasure(input: StabilityInput): Promise<PageSize> {
  await waitForStableDocument(input)
  return measurePage()
}

/** As `settle` and `pageSize`, asked at once: a page goes on working, and painting, while it is asked. */
export const stablePageSize = { main: waitAndMeasure, uses: [...uses, waitForStableDocument, measurePage] }
