/// <reference lib="dom" />
import type { Box } from '../../area.ts'

/** A small element at a point of the content, in CSS pixels of the document. */
interface RecordedPoint {
  readonly x: number
  readonly y: number
  readonly element: Element
  /** The top of the element when it was recorded. */
  readonly top: number
}

/** The elements that the viewport showed at one scroll position. */
interface RecordedView {
  readonly top: number
  readonly points: readonly RecordedPoint[]
}

/**
 * The recorded views of this document. A global of the isolated world, because separate calls share no other state; under a symbol,
 * because an element of the page may have any name.
 */
function recordedViews(): RecordedView[] {
  const key = Symbol.for('pageprobe.seenViews')
  const world = globalThis as { [key]?: RecordedView[] }
  world[key] ??= []
  return world[key]
}

/** Records the elements in the viewport at the points of a grid. */
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

/** Large elements, such as the list itself, stay while its rows are replaced. */
function isSmall(height: number): boolean {
  return height > 0 && height <= innerHeight / 2
}

/**
 * The views below the first one that have lost some of their elements, in a page where at least one view has lost most of them: scripts
 * of a virtualized list keep only the rows near the viewport.
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

/** The points at which there is no small element any more. */
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

/** All functions that `recordView` and `virtualizedViews` need in the page. */
export const virtualizedListsUses = [
  recordedViews,
  recordView,
  pointAt,
  isSmall,
  virtualizedViews,
  lostPoints,
]
