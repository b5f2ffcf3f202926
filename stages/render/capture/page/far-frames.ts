/// <reference lib="dom" />
import { outer } from './unroll.ts'
import { painted } from './wait.ts'

export interface FrameBox {
  /** Of its visible part in the document, in CSS pixels, at most a view tall. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** What one view shows of such frames. */
export interface FrameView {
  /** Around them. */
  readonly box: FrameBox
  readonly frames: FrameBox[]
}

/** Frames of other origins that are not all in the viewport: the browser paints those only that are near it. */
function viewsOfFarFrames({ most }: { most: number }): FrameView[] {
  const frames = Array.from(document.querySelectorAll('iframe')).filter(
    (frame) => frame.contentDocument === null && frame.checkVisibility({ visibilityProperty: true }),
  )
  const far = frames.map(visiblePart).filter((box) => box.width >= 1 && box.height >= 1 && !inView(box))
  return together(far.flatMap(inViews)).slice(0, most)
}

function inView({ x, y, width, height }: FrameBox): boolean {
  const [left, top] = [x - scrollX, y - scrollY]
  return left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight
}

/** What scrollers and other clipping boxes around the frame leave of it. */
function visiblePart(frame: Element): FrameBox {
  let { left, top, right, bottom } = frame.getBoundingClientRect()
  for (let at = outer(frame); at !== null && at !== document.body; at = outer(at)) {
    if (/visible/.test(getComputedStyle(at).overflow)) continue
    const box = at.getBoundingClientRect()
    left = Math.max(left, box.left)
    top = Math.max(top, box.top)
    right = Math.min(right, box.right)
    bottom = Math.min(bottom, box.bottom)
  }
  return { x: left + scrollX, y: top + scrollY, width: right - left, height: bottom - top }
}

function inViews({ x, y, width, height }: FrameBox): FrameBox[] {
  const stride = Math.floor(innerHeight * 0.8)
  const parts: FrameBox[] = []
  for (let top = 0; top < height; top += stride) {
    parts.push({ x, y: y + top, width, height: Math.min(stride, height - top) })
  }
  return parts
}

/** As few views as those from top to bottom take. */
function together(boxes: readonly FrameBox[]): FrameView[] {
  const views: FrameView[] = []
  for (const box of boxes.toSorted((a, b) => a.y - b.y)) {
    const last = views.at(-1)
    const both = last === undefined ? box : around(last.box, box)
    if (last === undefined || both.width > innerWidth || both.height > innerHeight) {
      views.push({ box, frames: [box] })
    } else {
      views.splice(-1, 1, { box: both, frames: last.frames })
      last.frames.push(box)
    }
  }
  return views
}

function around(a: FrameBox, b: FrameBox): FrameBox {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const right = Math.max(a.x + a.width, b.x + b.width)
  return { x, y, width: right - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}

export const farFrames = {
  main: viewsOfFarFrames,
  uses: [inView, visiblePart, inViews, together, around, outer],
}

/** Scrolls to the box, and makes see-through what would stick over it there and doesn't at the top. */
async function lookAtBox({ x, y, width, height }: FrameBox): Promise<void> {
  const left = x - (innerWidth - width) / 2
  window.scrollTo({ left, top: y - (innerHeight - height) / 2, behavior: 'instant' })
  for (const element of document.querySelectorAll('body *')) {
    const sticks = /fixed|sticky/.test(getComputedStyle(element).position)
    if (!(element instanceof HTMLElement) || !sticks || element.querySelector('iframe') !== null) continue
    if (!element.hasAttribute('data-pageprobe-hidden'))
      element.setAttribute('data-pageprobe-hidden', element.getAttribute('style') ?? '')
    element.style.setProperty('transition', 'none', 'important')
    element.style.setProperty('opacity', '0', 'important')
  }
  await painted()
}

export const lookAt = { main: lookAtBox, uses: [painted] }

/** Undoes `lookAt`. */
async function lookBack(): Promise<void> {
  for (const element of document.querySelectorAll('[data-pageprobe-hidden]')) {
    element.setAttribute('style', element.getAttribute('data-pageprobe-hidden') ?? '')
    element.removeAttribute('data-pageprobe-hidden')
  }
  window.scrollTo({ top: 0, left: 0, behavior: 'instant' })
  await painted()
}

export const backToTop = { main: lookBack, uses: [painted] }
