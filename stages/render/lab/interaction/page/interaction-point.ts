import { selectorOf } from '../../vitals/page/observe.ts'
import { elementAt, flatPath } from './flat-tree.ts'
import { structuralRefusal } from './refusal.ts'

/** How to operate an element, at a point in CSS pixels of the viewport. */
export interface InteractionPoint {
  readonly x: number
  readonly y: number
  readonly selector: string | null
  /** `type`: press it and type a letter; the others are keys for what has the focus already. */
  readonly action: 'press' | 'type' | 'arrow_down' | 'arrow_up'
}

/** In the page. The point of the element in the viewport of the page; null when it is outside or covered by something else. */
export function pointOf(element: Element): Pick<InteractionPoint, 'x' | 'y'> | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = width > 1 && height > 1 ? elementAt(element.ownerDocument, x, y) : null
  // What is pressed may be a link in it.
  const isOther = hit !== null && hit !== element && structuralRefusal(hit) !== null
  return hit === null || isOther ? null : pointInPage(element, { x, y })
}

/** In the page. The point of an element in the viewport of the page, of that in its document; null when it is covered by something else. */
export function pointInPage(
  element: Element,
  { x, y }: Pick<InteractionPoint, 'x' | 'y'>,
): Pick<InteractionPoint, 'x' | 'y'> | null {
  if (!isOnTop(element, x, y)) return null
  const frame = element.ownerDocument.defaultView?.frameElement ?? null
  if (frame === null) return { x, y }
  const { left, top } = frame.getBoundingClientRect()
  return pointInPage(frame, { x: x + left + frame.clientLeft, y: y + top + frame.clientTop })
}

/** In the page. Whether the element, or something in it, is what a person sees at the point of its document. */
export function isOnTop(element: Element, x: number, y: number): boolean {
  const hit = elementAt(element.ownerDocument, x, y)
  return hit !== null && flatPath(hit).includes(element)
}

/** In the page. How to operate the element where it stands now; null when it cannot be reached. */
export function interactionPoint(element: Element, isSearch: boolean): InteractionPoint | null {
  const selector = selectorOf(element)
  if (element.localName === 'select') return choice(element as HTMLSelectElement, selector)
  const labels = element.matches('[type="checkbox"], [type="radio"]')
    ? [...((element as HTMLInputElement).labels ?? [])]
    : []
  for (const target of [element, ...labels]) {
    const point = pointOf(target)
    if (point !== null) return { ...point, selector, action: isSearch ? 'type' : 'press' }
  }
  return null
}

/** In the page. Another option by a key: the list that a click opens lies outside the page. */
export function choice(element: HTMLSelectElement, selector: string | null): InteractionPoint | null {
  const point = pointOf(element)
  if (point === null || element.options.length < 2 || element.multiple) return null
  element.focus({ preventScroll: true })
  const isLast = element.selectedIndex === element.options.length - 1
  return { ...point, selector, action: isLast ? 'arrow_up' : 'arrow_down' }
}
