import type { Wording } from '../wording.data.ts'
import { findClickable, type InteractionState } from './clickable.ts'
import { labelsOf, rootsOf } from './flat-tree.ts'
import { type InteractionPoint, interactionPoint } from './interaction-point.ts'
import { isFilterForm, isInConsent, type Refusal, refusalOf, structuralRefusal } from './refusal.ts'

/**
 * Which elements are looked for: `decline`: what declines consent; `usual`: what expands something, switches views, takes the focus or is
 * a button; `more`: what ticks, chooses, searches, or has a listener, one of each kind.
 */
export type Group = 'decline' | 'usual' | 'more'

export interface Search {
  readonly group: Group
  readonly wording: Wording
}

/** An element that was not operated. */
export interface Refused {
  readonly selector: string | null
  readonly why: Refusal | 'unreachable'
}

/** In the page. The elements of each kind, in the order in which they are operated. */
export function elementsByKind({ group, wording }: Search): [kind: string, elements: readonly Element[]][] {
  // Dialogs stand at the end of many documents.
  const [MOST, MOST_BUTTONS] = [100, 5000]
  const usual = [
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
  const more = [
    'input[type="checkbox"], input[type="radio"]:not(:checked), [role="checkbox"], [role="radio"]:not([aria-checked="true"])',
    'select',
    'clickable',
    'search',
    '[aria-haspopup], [role^="menuitem"], [role="option"], [role="combobox"], [role="treeitem"]',
    'input[type="button"], input[type="range"], input[type="number"]',
    'a[href^="javascript:"]',
  ]
  const roots = rootsOf()
  const matching = (kind: string) => roots.flatMap((root) => [...root.querySelectorAll(kind)])
  const elementsOf = (kind: string) => {
    if (kind === 'clickable') return findClickable()
    if (kind !== 'search') return matching(kind).slice(0, MOST)
    return matching('input, [role="searchbox"]')
      .filter((one) => isSearchField(one, wording))
      .slice(0, MOST)
  }
  if (group === 'decline') {
    const buttons = matching('button, a, [role="button"], input[type="button"]').slice(0, MOST_BUTTONS)
    return [[group, buttons.filter((one) => isDecline(one, wording))]]
  }
  return (group === 'usual' ? usual : more).map((kind) => [kind, elementsOf(kind)])
}

/** In the page. Whether the element declines what a dialog asks consent for. */
export function isDecline(element: Element, wording: Wording): boolean {
  const MOST_CHARS = 60
  const declines = new RegExp(wording.decline, 'iu')
  const isShort = (text: string | null) =>
    text !== null && text.trim().length <= MOST_CHARS && declines.test(text)
  const own = [element.textContent, element.getAttribute('aria-label'), element.getAttribute('value')]
  const labels = element.getRootNode() === document ? own : labelsOf(element)
  return labels.some(isShort) && isInConsent(element, wording)
}

/** In the page. Whether the element may be operated as one of its group. */
export function isOperable(element: Element, { group, wording }: Search): boolean {
  if (element.matches(':disabled, [aria-disabled="true"], [inert] *')) return false
  if (group === 'decline') return structuralRefusal(element) === null
  return refusalOf(element, wording) === null
}

/** In the page. Whether the element is a field to search in, into which a letter may be typed. */
export function isSearchField(element: Element, { search }: Wording): boolean {
  const FIELD = 'input:is([type="text"], [type="search"], :not([type])), [role="searchbox"]'
  if (!element.matches(FIELD) || element.matches('[readonly]') || !isFilterForm(element)) return false
  const names = [...labelsOf(element), element.getAttribute('name') ?? '']
  return (
    element.matches('[type="search"], [role="searchbox"], [role="search"] *') ||
    new RegExp(search, 'iu').test(names.join(' '))
  )
}

/**
 * In the page. The next element to operate. Elements in the viewport come before elements that have to be scrolled to; none comes twice in
 * a group. Excludes elements that send, buy, delete or navigate. Null when there is none.
 */
export function findInteractive(search: Search): InteractionPoint | null {
  const MOST_SCROLLED_TO = 20
  const world = globalThis as InteractionState
  world.pageprobeTouched ??= new WeakSet()
  world.pageprobeKinds ??= new Set()
  const { pageprobeTouched: touched, pageprobeKinds: kinds } = world
  const isMore = search.group === 'more'
  const candidates = elementsByKind(search)
    .filter(([kind]) => !isMore || !kinds.has(kind))
    .flatMap(([kind, elements]) => elements.map((element) => ({ kind, element })))
    .filter(({ kind, element }) => kind === 'search' || !touched.has(element))
  const judged = new Map<Element, boolean>()
  const isSafe = (element: Element) => {
    const known = judged.get(element) ?? isOperable(element, search)
    judged.set(element, known)
    return known
  }
  const claim = ({ kind, element }: (typeof candidates)[number]) => {
    const point = interactionPoint(element, kind === 'search')
    if (point === null) return null
    touched.add(element)
    kinds.add(kind)
    return point
  }
  for (const one of candidates) {
    const point = isNear(one.element) && isSafe(one.element) ? claim(one) : null
    if (point !== null) return point
  }
  const safe = candidates.values().filter(({ element }) => isSafe(element))
  for (const one of safe.take(MOST_SCROLLED_TO)) {
    one.element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const point = claim(one)
    if (point !== null) return point
  }
  return null
}

/** In the page. Whether the element may be in the viewport: its place is there, or it has none and its label may be. */
export function isNear(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const { innerWidth = 0, innerHeight = 0 } = element.ownerDocument.defaultView ?? {}
  const isEmpty = right - left <= 1 || bottom - top <= 1
  return (
    isEmpty ||
    element.matches('[type="checkbox"], [type="radio"]') ||
    (bottom > 0 && right > 0 && top < innerHeight && left < innerWidth)
  )
}
