/// <reference lib="dom" />
import type { Box } from '../area.ts'

/** Something small in the content, in CSS pixels of the document. */
interface RecordedPoint {
  readonly x: number
  readonly y: number
  readonly element: Element
  /** Where the element began. */
  readonly top: number
}

/** What a view showed when the page was scrolled to it. */
interface RecordedView {
  readonly top: number
  readonly points: readonly RecordedPoint[]
}

/**
 * What this document showed, from the first stop on: scripts of one world are run apart and share nothing else. Under a
 * symbol, as an element of the page may have any name.
 */
function recordedViews(): RecordedView[] {
  const key = Symbol.for('pageprobe.seenViews')
  const world = globalThis as { [key]?: RecordedView[] }
  world[key] ??= []
  return world[key]
}

/** Notes what the view shows now, at points of a grid. */
export function recordView(): void {
  const perSide = 8
  const at = (index: number, length: number) => ((index + 0.5) * length) / perSide
  const points = Array.from({ length: perSide ** 2 }, (_, index) =>
    pointAt(at(index % perSide, innerWidth), at(Math.floor(index / perSide), innerHeight)),
  )
  recordedViews().push({ top: scrollY, points: points.filter((point) => point !== null) })
}

function pointAt(x: number, y: number): RecordedPoint | null {
  const element = document.elementFromPoint(x, y)
  if (element === null) return null
  const { top, height } = element.getBoundingClientRect()
  return isSmall(height) ? { x: x + scrollX, y: y + scrollY, element, top: top + scrollY } : null
}

/** What is large, such as the list itself, stays as its rows come and go. */
function isSmall(height: number): boolean {
  return height > 0 && height <= innerHeight / 2
}

/**
 * Views below the first that have lost something of what they showed, in a page where one has lost most of it: of a long list,
 * scripts keep those rows only that are near the view.
 */
export function virtualizedViews(): Box[] {
  const isGone = ({ element, top }: RecordedPoint) =>
    !element.isConnected || Math.abs(element.getBoundingClientRect().top + scrollY - top) > innerHeight
  const share = ({ points }: RecordedView, isSo: (point: RecordedPoint) => boolean) =>
    points.length === 0 ? 0 : points.filter(isSo).length / points.length
  const views = recordedViews()
  if (!views.some((view) => share(view, isGone) > 0.5)) return []
  const lost = lostPoints(views.flatMap(({ points }) => points))
  const shares = views.map((view) => share(view, (point) => lost.has(point)))
  if (!shares.some((part) => part > 0.5)) return []
  return views.flatMap(({ top }, index) => {
    const y = Math.max(top, innerHeight)
    const height = top + innerHeight - y
    return (shares[index] ?? 0) > 0.1 && height > 0 ? [{ x: 0, y, width: innerWidth, height }] : []
  })
}

/** Those where nothing small is any more. */
function lostPoints(points: readonly RecordedPoint[]): Set<RecordedPoint> {
  const lost = new Set(points)
  for (const element of document.querySelectorAll('body *')) {
    const { left, top, right, bottom, height } = element.getBoundingClientRect()
    if (!isSmall(height)) continue
    const isIn = ({ x, y }: RecordedPoint) =>
      x >= left + scrollX && x <= right + scrollX && y >= top + scrollY && y <= bottom + scrollY
    for (const point of lost) if (isIn(point)) lost.delete(point)
  }
  return lost
}

/** All that a script needs to call `noteView` and `windowedViews`. */
export const virtualizedListsUses = [
  recordedViews,
  recordView,
  pointAt,
  isSmall,
  virtualizedViews,
  lostPoints,
]
