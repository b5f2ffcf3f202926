import type { Element } from 'domhandler'

/** Whether an attribute is a size in pixels (HTML, 4.8.17). Percentages and `auto` depend on the surroundings. */
export function isPixels(value: string | undefined): boolean {
  return value !== undefined && /^\s*\d+(?:\.\d*)?(?:px)?\s*$/.test(value)
}

/** Whether the inline style gives the property a size. Style sheets are not evaluated. */
export function isStyled({ attribs }: Element, property: 'width' | 'height' | 'aspect-ratio'): boolean {
  const style = attribs.style
  if (style === undefined || !style.toLowerCase().includes(property)) return false
  const value = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i')
    .exec(style)?.[1]
    ?.trim()
    .toLowerCase()
  return value !== undefined && !/^(?:auto|initial|unset|inherit|revert)\b/.test(value)
}

/** Whether the element is out of the flow, so that it shifts nothing. */
export function isOutOfFlow({ attribs }: Element): boolean {
  return attribs.style !== undefined && /(?:^|;)\s*position\s*:\s*(?:absolute|fixed)\b/i.test(attribs.style)
}

/** Whether it is at most one pixel wide or high, so that nobody sees it. */
export function isTiny({ attribs }: Element): boolean {
  return [attribs.width, attribs.height].some((size) => /^\s*[01](?:px)?\s*$/.test(size ?? ''))
}
