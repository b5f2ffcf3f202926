/// <reference lib="dom" />
import { forceStyles, hasInlineStyle } from '../dom.ts'
import { expandScroller } from './expand-scrollers.ts'

/**
 * Releases what keeps a reader from scrolling, as dialogs do: the root, the body or a wrapper of all content that is pinned, moved up by
 * the scroll position, or cut to the view. Leaves pages alone that can be scrolled, and those whose content is no taller than the view or
 * lies in a scroller.
 */
export function releaseScrollLock(): void {
  const { documentElement: root, body } = document
  if (!(body instanceof HTMLBodyElement) || isFree(root, body)) return
  const wrappers = wrappersOf(body).filter((element) => !holdsTrack(element))
  const page = [root, body, ...wrappers].filter(hasInlineStyle)
  page.filter(isPinned).forEach(unpin)
  if (isHiding(root) || isHiding(body)) page.forEach(moveBack)
  if (isTall(root.scrollHeight)) return
  if (isCut(body)) forceStyles(body, { 'overflow-x': 'visible', 'overflow-y': 'visible' })
  wrappers.filter(isCut).forEach(expandScroller)
}

function unpin(element: HTMLElement): void {
  forceStyles(element, { transition: 'none', position: 'static', inset: 'auto' })
}

function isCut(element: Element): boolean {
  return isHiding(element) && isTall(flowHeight(element))
}

/** Whether a reader can scroll through the whole page. */
function isFree(root: Element, body: Element): boolean {
  const isAtTop = [root, body].every((element) => element.getBoundingClientRect().top + scrollY >= -1)
  return isTall(root.scrollHeight) && isAtTop && !isHiding(root) && !isHiding(body)
}

function isTall(height: number): boolean {
  return height > innerHeight * 1.1
}

function isHiding(element: Element): boolean {
  return /hidden|clip/.test(getComputedStyle(element).overflowY)
}

/** The elements in each other, from the child of the body, that have all of the content. */
function wrappersOf(body: Element): HTMLElement[] {
  const most = 3
  const wrappers: HTMLElement[] = []
  for (let at = soleContent(body); at !== null && wrappers.length < most; at = soleContent(at))
    wrappers.push(at)
  return wrappers
}

/** The only child in the flow of the content; without one, the only other child that is as wide as the view and taller. */
function soleContent(parent: Element): HTMLElement | null {
  const isWide = (child: Element) => child.getBoundingClientRect().width >= innerWidth * 0.9
  const shown = Array.from(parent.children).filter((child) => child.getBoundingClientRect().height > 0)
  const inFlow = shown.filter(isInFlow)
  const pinned = shown.filter((child) => isWide(child) && isTall(flowHeight(child)))
  const [sole, ...others] = inFlow.length > 0 ? inFlow : pinned
  return sole !== undefined && others.length === 0 && hasInlineStyle(sole) ? sole : null
}

function isInFlow(element: Element): boolean {
  return !/fixed|absolute/.test(getComputedStyle(element).position)
}

/** Whether all content is moved by a transform: a slide show, of which one slide is to be seen. */
function holdsTrack(element: Element): boolean {
  const [track, ...others] = Array.from(element.children).filter(isInFlow)
  return track !== undefined && others.length === 0 && getComputedStyle(track).transform !== 'none'
}

/** How far the content in the flow reaches below the top of the element, including what it cuts. */
function flowHeight(element: Element, depth = 4): number {
  const { top } = element.getBoundingClientRect()
  const inFlow = Array.from(element.children).filter(isInFlow)
  const heights = inFlow.map((child) => {
    const box = child.getBoundingClientRect()
    const isOpen = depth > 0 && /visible/.test(getComputedStyle(child).overflowY)
    return box.top - top + Math.max(box.height, isOpen ? flowHeight(child, depth - 1) : 0)
  })
  return Math.max(element.getBoundingClientRect().height, ...heights)
}

/** Whether the element is fixed, or absolutely positioned above the top of the page, with content that nothing scrolls. */
function isPinned(element: Element): boolean {
  const { position, overflowY } = getComputedStyle(element)
  const isAbove = element.getBoundingClientRect().top + scrollY < -1
  const isFixed = position === 'fixed' && !isTall(document.documentElement.scrollHeight)
  if (!isFixed && !(position === 'absolute' && isAbove)) return false
  const isScroller = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight + 1
  return !isScroller && isTall(flowHeight(element))
}

/** Moves the element down that a margin, a transform or a position has moved above the top of the page. */
function moveBack(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect()
  if (top + scrollY > -innerHeight / 10) return
  const { transform, marginTop } = getComputedStyle(element)
  const { a, b, c, d, e, f } = new DOMMatrix(transform)
  const isMovedUp = f < 0 && [a, b, c, d, e].join() === '1,0,0,1,0'
  forceStyles(element, { transition: 'none', top: 'auto', translate: 'none' })
  if (isMovedUp) forceStyles(element, { transform: 'none' })
  if (Number.parseFloat(marginTop) < 0) forceStyles(element, { 'margin-top': '0' })
}

/** All functions that `releaseScrollLock` needs in the page. */
export const scrollLockUses = [
  ...[releaseScrollLock, unpin, isCut, isFree, isTall, isHiding, wrappersOf, soleContent, isInFlow],
  ...[holdsTrack, flowHeight, isPinned, moveBack],
]
