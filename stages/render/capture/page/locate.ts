/// <reference lib="dom" />

import type { Box } from '../area.ts'
import { allRoots } from './dom.ts'

export interface LocateInput {
  readonly selectors: readonly string[]
  /** In the document, in CSS pixels: only boxes that overlap it are reported. */
  readonly area: Box
  /** Boxes of a selector, and matching elements of which one is looked for. */
  readonly maxBoxes: number
  readonly maxElements: number
}

/** Where a selector matches, in document order, then in open shadow roots. */
export interface Matches {
  readonly boxes: readonly Box[]
  readonly matches: number
}

/** `>>>` goes into the shadow trees of what stands before it, as in the selectors of vitals. Throws for an invalid selector. */
function matching(selector: string, roots: readonly (Document | ShadowRoot)[]): Element[] {
  let found: Element[] = []
  let within = roots
  for (const part of selector.split('>>>')) {
    found = within.flatMap((root) => [...root.querySelectorAll(part)])
    within = found.flatMap(({ shadowRoot }) => shadowRoot ?? [])
  }
  return found
}

function boxOf(element: Element): Box | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0 || element.getClientRects().length === 0) return null
  return { x: left + scrollX, y: top + scrollY, width, height }
}

function isInside({ x, y, width, height }: Box, area: Box): boolean {
  const isBeside = x >= area.x + area.width || x + width <= area.x
  return !isBeside && y < area.y + area.height && y + height > area.y
}

function locateAll({ selectors, area, maxBoxes, maxElements }: LocateInput): Matches[] {
  const roots = allRoots()
  const matchesOf = (selector: string) => {
    try {
      return matching(selector, roots)
    } catch {
      return []
    }
  }
  return selectors.map((selector) => {
    const elements = matchesOf(selector)
    const boxes: Box[] = []
    for (const element of elements.slice(0, maxElements)) {
      const box = boxOf(element)
      if (box !== null && isInside(box, area) && boxes.push(box) === maxBoxes) break
    }
    return { boxes, matches: elements.length }
  })
}

/** Locates what selectors match; one that throws matches nothing. */
export const locate = { main: locateAll, uses: [allRoots, matching, boxOf, isInside] }
