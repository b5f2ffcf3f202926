/// <reference lib="dom" />
import { measurePage, type PageSize } from './page-size.ts'
import { painted, within } from './wait.ts'

interface SettleInput {
  /** Which images are waited for: those in the viewport, or all. */
  readonly images: 'seen' | 'all'
  readonly fontsMs: number
  readonly imagesMs: number
}

async function settleDocument({ images, fontsMs, imagesMs }: SettleInput): Promise<void> {
  await within(documentLoaded(), imagesMs)
  const pending = pendingImages(images === 'all')
  const isLoading = pending.length > 0 || document.fonts.status === 'loading'
  await within(document.fonts.ready, fontsMs)
  await within(Promise.all(pending.map(loaded)), imagesMs)
  hideCaret()
  const hasMoved = freeze(document)
  if (!isLoading && !hasMoved) return
  // Handlers of what has just ended may have set off more.
  await painted()
  freeze(document)
}

/** A page that has just gone on to another document has not loaded it yet. */
async function documentLoaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

function pendingImages(all: boolean): HTMLImageElement[] {
  return Array.from(document.images).filter((image) => {
    if (image.complete) return false
    const { top, bottom, left, right } = image.getBoundingClientRect()
    return all || (bottom > 0 && right > 0 && top < innerHeight && left < innerWidth)
  })
}

function loaded(image: HTMLImageElement): Promise<void> {
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve(), { once: true })
    image.addEventListener('error', () => resolve(), { once: true })
  })
}

/**
 * Animations that end are ended; those that don't stand still at their first frame. Scrolling goes on moving its own. Answers
 * whether anything moved.
 */
function freeze(root: Document | ShadowRoot): boolean {
  const moving = root.getAnimations().filter(({ timeline }) => timeline instanceof DocumentTimeline)
  for (const animation of moving) still(animation)
  const shadows = Array.from(root.querySelectorAll('*'), ({ shadowRoot }) => shadowRoot)
  return (
    shadows
      .filter((shadow) => shadow !== null)
      .map(freeze)
      .includes(true) || moving.length > 0
  )
}

function still(animation: Animation): void {
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

const uses = [painted, within, documentLoaded, pendingImages, loaded, freeze, still, hideCaret]

/** Waits for fonts and images, then stops what moves: the same page gives the same picture. */
export const settle = { main: settleDocument, uses }

async function settleAndMeasure(input: SettleInput): Promise<PageSize> {
  await settleDocument(input)
  return measurePage()
}

/** As `settle` and `pageSize`, asked at once: a page goes on working, and painting, while it is asked. */
export const settledSize = { main: settleAndMeasure, uses: [...uses, settleDocument, measurePage] }
