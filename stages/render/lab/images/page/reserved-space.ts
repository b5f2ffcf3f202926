/// <reference lib="dom" />

/**
 * Runs in the page. Whether the size of an image's box is known before its file. So it is when the image, or an element that holds
 * nothing else, is out of the flow, or has a size or ratio of its own. Attributes count as the CSS that they map to.
 */
export function hasReservedSpace(image: Element): boolean {
  const MAX_LEVELS = 10
  let element: Element | null = image
  for (let level = 0; element !== null && level < MAX_LEVELS; level++) {
    if (hasSizeOfItsOwn(element, element === image)) return true
    element = holderOf(element)
  }
  return false
}

/** The width of an image comes from its file, that of a block from what is around it. A share of an unknown height is no height. */
function hasSizeOfItsOwn(element: Element, isImage: boolean): boolean {
  const style = Element.prototype.computedStyleMap.call(element)
  const [position, height, width, ratio] = ['position', 'height', 'width', 'aspect-ratio'].map((name) =>
    String(style.get(name)),
  )
  const isSet = (value = '') => !/^(auto|fit-content|min-content|max-content)$/.test(value)
  if (position === 'absolute' || position === 'fixed') return true
  const hasWidth = !isImage || isSet(width)
  const hasHeight = isSet(height) && (isImage || !height?.includes('%'))
  return isSet(ratio) ? hasHeight || hasWidth : hasHeight && hasWidth
}

/** The parent in whose box the element is alone; null where there is none below the body. */
function holderOf(element: Element): Element | null {
  const parent: Element | null = Reflect.get(Node.prototype, 'parentElement', element)
  if (parent === null || parent instanceof HTMLBodyElement) return null
  const isAlone = Reflect.get(Element.prototype, 'childElementCount', parent) === 1
  return isAlone || parent instanceof HTMLPictureElement ? parent : null
}

/** What runs in the page with it. */
export const reservedSpace = { uses: [hasReservedSpace, hasSizeOfItsOwn, holderOf] }
