import type { Element } from 'domhandler'

/** Elements that are never shown, and elements that assistive technology is never told of. */
export interface Visibility {
  readonly hidden: ReadonlySet<Element>
  readonly unexposed: ReadonlySet<Element>
}

/** Elements whose content readers never see. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'meta', 'link', 'base'])
const hidingStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\b/i

/**
 * Finds them by attributes and kinds of element alone. `elements` are in document order, so that parents come
 * first.
 */
export function visibilityOf(elements: readonly Element[]): Visibility {
  const hidden = new Set<Element>()
  const unexposed = new Set<Element>()
  for (const element of elements) {
    const parent = element.parent as Element | null
    if ((parent !== null && hidden.has(parent)) || hides(element, parent)) hidden.add(element)
    const { inert, 'aria-hidden': silence } = element.attribs
    const isSilent = inert !== undefined || silence?.trim().toLowerCase() === 'true'
    if (hidden.has(element) || isSilent || (parent !== null && unexposed.has(parent))) unexposed.add(element)
  }
  return { hidden, unexposed }
}

function hides({ name, attribs }: Element, parent: Element | null): boolean {
  if (attribs.hidden !== undefined || unseen.has(name)) return true
  if (attribs.style !== undefined && hidingStyle.test(attribs.style)) return true
  if (name === 'input') return attribs.type?.trim().toLowerCase() === 'hidden'
  if (name === 'dialog') return attribs.open === undefined
  return isInClosedDetails(name, parent)
}

/**
 * HTML Standard, 4.11.1: a closed `details` shows its first `summary` only. Further summaries are counted as
 * shown.
 */
function isInClosedDetails(name: string, parent: Element | null): boolean {
  return parent?.name === 'details' && parent.attribs.open === undefined && name !== 'summary'
}
