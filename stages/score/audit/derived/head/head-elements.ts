import { type Element, isTag } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'

/** Whether an element stands in the head. Nothing but noscript has elements there, so two steps up tell it, however deep pages nest. */
export function standsInHead({ head }: PageDocument, { parent }: Element): boolean {
  if (head === null || parent === null || !isTag(parent)) return false
  return parent === head || (parent.name === 'noscript' && parent.parent === head)
}
