/// <reference lib="dom" />
import { allRoots } from './roots.ts'
import { isStyled } from './styled.ts'
import { painted } from './wait.ts'

/**
 * What stays at the view's bottom while the page scrolls stands at the end of a page of `height` CSS pixels, where it covers
 * no more of the content than for a reader who scrolled there. What is kept below the view until it is needed is below that.
 * To be asked of a page that is at its top.
 */
export async function lowerAll({ height }: { height: number }): Promise<void> {
  const scroller = document.scrollingElement ?? document.documentElement
  const by = height - scroller.clientHeight
  const candidates = by > 0 ? sticking(scroller.clientHeight) : []
  if (candidates.length === 0) return
  for (const element of staying(candidates, scroller)) lower(element, by)
  await painted()
}

function sticking(viewHeight: number): HTMLElement[] {
  const all = allRoots().flatMap((root) => Array.from(root.querySelectorAll('*')).filter(isStyled))
  return all.filter(
    (element) => /fixed|sticky/.test(getComputedStyle(element).position) && isAtBottom(element, viewHeight),
  )
}

/** Those that a step of the page does not move. Leaves the page at its top. */
function staying(elements: readonly HTMLElement[], scroller: Element): HTMLElement[] {
  const tops = () => elements.map((element) => element.getBoundingClientRect().top)
  const before = tops()
  scroller.scrollTo({ top: 1, behavior: 'instant' })
  const after = tops()
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  return elements.filter((_, index) => before[index] === after[index])
}

/** Far nearer to the view's bottom than to its top, or below it. */
function isAtBottom(element: Element, viewHeight: number): boolean {
  const { top, bottom, height } = element.getBoundingClientRect()
  return height > 0 && 2 * Math.max(0, viewHeight - bottom) < top
}

/** In the document from now on: far below the view the browser paints nothing that is fixed. */
function lower(element: HTMLElement, by: number): void {
  const { position, width, height } = getComputedStyle(element)
  const set = (name: string, value: string) => element.style.setProperty(name, value, 'important')
  set('transition', 'none')
  if (position === 'sticky') {
    set('inset', 'auto')
    set('position', 'relative')
    return
  }
  const before = element.getBoundingClientRect()
  set('isolation', 'isolate')
  set('position', 'absolute')
  for (const [name, size] of Object.entries({ width, height })) {
    set(name, size)
    set(`min-${name}`, '0')
    set(`max-${name}`, 'none')
  }
  set('inset', '0 auto auto 0')
  const moved = element.getBoundingClientRect()
  set('top', `${before.top + by - moved.top}px`)
  set('left', `${before.left - moved.left}px`)
}

/** All that a script needs to call `lowerAll`. */
export const lowering = [
  ...[lowerAll, sticking, staying, isAtBottom, lower],
  ...[allRoots, isStyled, painted],
]

export const lowerToEnd = { main: lowerAll, uses: lowering }
