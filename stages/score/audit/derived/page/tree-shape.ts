import type { Element } from 'domhandler'
import { elementsBelow, isHtml } from '../../document/index-elements.ts'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** Size of the tree below the body. */
export interface TreeShape {
  readonly elements: number
  /** Elements on the path from the body, included, to the deepest element. */
  readonly depth: number
  readonly deepest: Element | null
  /** Largest number of children of one element. */
  readonly width: number
  readonly widest: Element | null
}

/** Elements whose children are data: rows of a table, and options, which are shown one at a time. */
const ofData = new Set(['table', 'tbody', 'select', 'optgroup', 'datalist'])

/** Number of elements below `body`, depth (`body` is 1) and most children of one element, with the first element that has the most. */
export const treeShape = memoize(({ body }: PageDocument): TreeShape => {
  let shape: TreeShape = { elements: 0, depth: 0, deepest: null, width: 0, widest: null }
  if (body === null) return shape
  const depths = new Map<unknown, number>([[body, 1]])
  const widths = new Map<Element, number>()
  let elements = 0
  for (const element of elementsBelow(body)) {
    const parent = element.parent as Element
    const depth = (depths.get(parent) ?? 0) + 1
    const width = (widths.get(parent) ?? 0) + 1
    depths.set(element, depth)
    widths.set(parent, width)
    elements += 1
    if (depth > shape.depth) shape = { ...shape, depth, deepest: element }
    if (width > shape.width && !ofData.has(parent.name) && isHtml(parent))
      shape = { ...shape, width, widest: parent }
  }
  return { ...shape, elements }
})
