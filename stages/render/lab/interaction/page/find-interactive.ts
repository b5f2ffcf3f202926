import { selectorOf } from '../../vitals/page/observe.ts'

/** The point at which to click or tap an element, in CSS pixels of the viewport. */
export interface InteractionPoint {
  readonly x: number
  readonly y: number
  readonly selector: string | null
}

/** Runs in the page. Whether activating the element seems to do no more than show something. */
export function isSafeToActivate(element: Element): boolean {
  const CONSEQUENTIAL =
    /\b(submit|send|save|post|buy|order|pay|checkout|purchase|donate|book|reserve|subscribe|unsubscribe|sign|log ?in|log ?out|register|add|cart|basket|continue|join|apply|delete|remove|clear|reset|cancel|confirm|accept|agree|allow|reject|decline|consent|vote|like|follow|share|report|download|upload|install|print|call|chat)/i
  const labels = [
    element.textContent,
    element.ariaLabel,
    element.id,
    ...['title', 'value'].map((name) => element.getAttribute(name)),
  ]
  if (CONSEQUENTIAL.test(labels.map((text) => (text ?? '').slice(0, 200)).join(' '))) return false
  if (element.closest('a[href]:not([href^="#"]), label, [contenteditable]') !== null) return false
  if (element.matches(':disabled, [aria-disabled="true"], [aria-haspopup="dialog"]')) return false
  if (element.closest('input:is([type="submit"], [type="image"], [type="reset"])') !== null) return false
  const button = element.closest('button')
  return button === null || button.type === 'button' || button.form === null
}

/** The point of the element in the viewport; null when it is outside or covered by another element. */
export function interactionPoint(element: Element): InteractionPoint | null {
  const { left, top, width, height } = element.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const hit = width > 1 && height > 1 ? document.elementFromPoint(x, y) : null
  return hit !== null && element.contains(hit) ? { x, y, selector: selectorOf(element) } : null
}

/**
 * The next element that expands something, switches views, takes the focus or is a button. Elements in the viewport come before elements
 * that have to be scrolled to; none comes twice. Excludes elements that send, buy, delete or navigate. Null when there is none.
 */
export function findInteractive(): InteractionPoint | null {
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
  const world = globalThis as { pageprobeTouched?: WeakSet<Element> }
  world.pageprobeTouched ??= new WeakSet()
  const used = world.pageprobeTouched
  const all = kinds.flatMap((kind) => [...document.querySelectorAll(kind)].slice(0, 100))
  const safe = [...new Set(all)].filter((element) => !used.has(element) && isSafeToActivate(element))
  const claim = (element: Element, point: InteractionPoint | null) => {
    if (point !== null) used.add(element)
    return point
  }
  for (const element of safe) {
    const point = claim(element, interactionPoint(element))
    if (point !== null) return point
  }
  for (const element of safe.slice(0, 20)) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const point = claim(element, interactionPoint(element))
    if (point !== null) return point
  }
  return null
}
