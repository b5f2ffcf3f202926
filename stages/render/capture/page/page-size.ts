/// <reference lib="dom" />

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
export function measurePage(): PageSize {
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
