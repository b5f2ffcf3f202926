import { type Element, isTag } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'

/**
 * Whether an element stands in the head. Only noscript has elements in the head, so two steps up suffice at any
 * depth.
 */
export function standsInHead({ head }: PageDocument, { parent }: Element): boolean {
  if (head === null || parent === null || !isTag(parent)) return false
  return parent === head || (parent.name === 'noscript' && parent.parent === head)
}
