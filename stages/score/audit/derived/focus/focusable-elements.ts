import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { isFocusable } from './focusable.ts'

const kinds = ['a', 'area', 'audio', 'button', 'iframe', 'input', 'select', 'summary', 'textarea', 'video']

/** The focusable elements, also those hidden from assistive technology. */
export const focusableElements = memoize((document: PageDocument): readonly Element[] => {
  const candidates = new Set([
    ...document.byTag(...kinds),
    ...document.withAttribute('tabindex'),
    ...document.withAttribute('contenteditable'),
  ])
  return [...candidates].filter((element) => isFocusable(document, element))
})
