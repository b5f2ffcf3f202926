import { selectorOf } from './observe.ts'

/** Where to touch an element, in CSS pixels of the viewport. */
export interface Touchable {
  readonly x: number
  readonly y: number
  readonly selector: string | null
}

/** Whether touching the element does no more than show something, so far as it tells; in the page. */
export function isSafe(element: Element): boolean {
  const consequential =
    /\b(submit|send|save|post|buy|order|pay|checkout|purchase|donate|book|reserve|subscribe|unsubscribe|sign|log ?in|log ?out|register|add|cart|basket|continue|join|apply|delete|remove|clear|reset|cancel|confirm|accept|agree|allow|reject|decline|consent|vote|like|follow|share|report|download|upload|install|print|call|chat)/i
  const said = [
    element.textContent,
    element.ariaLabel,
    element.id,
    ...['title', 'value'].map((name) => element.getAttribute(name)),
  ]
  if (consequential.test(said.map((text) => (text ?? '').slice(0, 200)).join(' '))) return false
  if (element.closest('a[href]:not([href^="#"]), label, [contenteditable]') !== null) return false
  if (element.matches(':disabled, [aria-disabled="true"], [aria-haspopup="dialog"]')) return false
  if (element.closest('input:is([type="submit"], [type="image"], [type="reset"])') !== null) return false
  const button = element.closest('button')
  return button === null || button.type === 'button' || button.form === null
}

/** Where the element can be touched now; null when it is out of view or behind another. */
export function touchableAt(element: Element): Touchable | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = width > 1 && height > 1 ? document.elementFromPoint(x, y) : null
  return hit !== null && element.contains(hit) ? { x, y, selector: selectorOf(element) } : null
}

/**
 * The next element that shows what it hides, switches between views, takes the focus or just wants to be touched; what is in view
 * before what has to be scrolled to, and none twice. Nothing that sends, buys, deletes or leads away. Null when there is none.
 */
export function findInteractive(): Touchable | null {
  const kinds = [
    'summary',
    '[aria-expanded]',
    '[role="tab"]',
    'button',
    '[role="button"]',
    '[role="switch"]',
    'input:is([type="text"], [type="search"], :not([type]))',
    'textarea',
    'a[href^="#"]',
  ]
  const own = globalThis as { pageprobeTouched?: WeakSet<Element> }
  own.pageprobeTouched ??= new WeakSet()
  const touched = own.pageprobeTouched
  const all = kinds.flatMap((kind) => [...document.querySelectorAll(kind)].slice(0, 100))
  const safe = [...new Set(all)].filter((element) => !touched.has(element) && isSafe(element))
  const take = (element: Element, place: Touchable | null) => {
    if (place !== null) touched.add(element)
    return place
  }
  for (const element of safe) {
    const place = take(element, touchableAt(element))
    if (place !== null) return place
  }
  for (const element of safe.slice(0, 20)) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const place = take(element, touchableAt(element))
    if (place !== null) return place
  }
  return null
}
