/// <reference lib="dom" />

export interface PageSize {
  readonly width: number
  readonly height: number
  /** Below 1 where a phone shows a page that was not made for it in its overview. */
  readonly zoom: number
  /** Where in the document the view begins. */
  readonly scrollX: number
  readonly scrollY: number
}

/**
 * CSS pixels of all that can be scrolled to. What `overflow-x` keeps from being scrolled to is not part of the page; a
 * height that is kept is: locked scrolling is what overlays do.
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
  // The overview's layout is up to one pixel wider than what is seen.
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
