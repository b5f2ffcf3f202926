import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { isFocusable } from './focusable.ts'

const kinds = ['a', 'area', 'audio', 'button', 'iframe', 'input', 'select', 'summary', 'textarea', 'video']

/** The elements that can have the focus, those that assistive technology is not told of too. */
export const focusableElements = memoize((document: PageDocument): readonly Element[] => {
  const candidates = new Set([
    ...document.byTag(...kinds),
    ...document.withAttribute('tabindex'),
    ...document.withAttribute('contenteditable'),
  ])
  return [...candidates].filter((element) => isFocusable(document, element))
})
