/// <reference lib="dom" />
import { composedParent } from './scroll/expand-scrollers.ts'

/** Edges in CSS pixels. */
export interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** How much of an element or pseudo-element is seen, and where. */
export interface Visibility {
  /** Opacity times area in square CSS pixels; of a pseudo-element whose size is not known, the opacity. */
  readonly amount: number
  readonly box: Edges
}

/** The elements around the element whose boxes clip it. */
export function clippingElements(element: Element): Element[] {
  const clipping: Element[] = []
  for (let at = composedParent(element); at !== null && at !== document.body; at = composedParent(at)) {
    if (at !== document.documentElement && !/visible/.test(getComputedStyle(at).overflow)) clipping.push(at)
  }
  return clipping
}

/** How much of the element, or of its pseudo-element, neither styles hide nor `clipping` elements and the edges of the document cut. */
export function visibilityOf(
  element: Element,
  pseudo: string | null,
  clipping: readonly Element[],
): Visibility {
  const style = getComputedStyle(element, pseudo)
  const box = visibleBox(element, pseudo === null ? clipping : [])
  const area = pseudo === null ? contentArea(box, style) : pseudoArea(style)
  return { amount: opacityOf(style) * shareOfShape(style) * area, box }
}

function opacityOf({ visibility, opacity, filter }: CSSStyleDeclaration): number {
  const filtered = /opacity\(([\d.]+)\)/.exec(filter)?.[1] ?? 1
  return visibility === 'visible' ? Number(opacity) * Number(filtered) : 0
}

function visibleBox(element: Element, clipping: readonly Element[]): Edges {
  const { width, height } = {
    width: Math.max(innerWidth, document.documentElement.clientWidth),
    height: Number.POSITIVE_INFINITY,
  }
  const page = { left: -scrollX, top: -scrollY, right: width, bottom: height }
  const boxes = [element, ...clipping].map((one) => one.getBoundingClientRect())
  return [page, ...boxes].reduce((a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }))
}

/** The area of the box without borders and padding, which stay where an animation takes the width. */
function contentArea({ left, top, right, bottom }: Edges, style: CSSStyleDeclaration): number {
  const length = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0
  const around = (a: string, b: string) =>
    length(`padding-${a}`) +
    length(`padding-${b}`) +
    length(`border-${a}-width`) +
    length(`border-${b}-width`)
  return (
    Math.max(0, right - left - around('left', 'right')) * Math.max(0, bottom - top - around('top', 'bottom'))
  )
}

/** The browser tells no box of a pseudo-element: one of automatic size is as large as its text. */
function pseudoArea({ width, height, transform }: CSSStyleDeclaration): number {
  const { a, b, c, d } = new DOMMatrix(transform)
  const scale = Math.min(1, Math.abs(a * d - b * c))
  const size = (length: string) => (/^\d/.test(length) ? Number.parseFloat(length) : 1)
  return size(width) * size(height) * scale
}

/** The share that a clip path (`inset`, `circle`, `ellipse`) and the dashes of a line leave. */
function shareOfShape({ clipPath, strokeDasharray, strokeDashoffset }: CSSStyleDeclaration): number {
  if (/^(circle|ellipse)\(0(px|%)/.test(clipPath)) return 0
  const dash = Number.parseFloat(strokeDasharray)
  const drawn = dash > 0 ? Math.max(0, 1 - Math.abs(Number.parseFloat(strokeDashoffset)) / dash) : 1
  const inset = /^inset\(([^)]*)\)/.exec(clipPath)?.[1]
  if (inset === undefined) return drawn
  const [top = 0, right = top, bottom = top, left = right] = inset
    .split(/\s+/)
    .map((part) => (part.endsWith('%') ? Number.parseFloat(part) / 100 : 0))
  return drawn * Math.max(0, 1 - left - right) * Math.max(0, 1 - top - bottom)
}

/** All functions that `clippingElements` and `visibilityOf` need in the page. */
export const visibilityUses = [
  ...[clippingElements, visibilityOf, opacityOf, visibleBox],
  ...[contentArea, pseudoArea, shareOfShape, composedParent],
]
