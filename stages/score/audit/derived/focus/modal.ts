import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'

/** Whether the page opens with a modal dialog. Content behind it is then meant to be unreachable. */
export const hasOpenModal = memoize((document: PageDocument): boolean => {
  const dialogs = [...document.byTag('dialog'), ...document.withAttribute('aria-modal')]
  return dialogs.some((dialog) => {
    if (document.isHidden(dialog)) return false
    return dialog.name === 'dialog'
      ? dialog.attribs.open !== undefined
      : dialog.attribs['aria-modal'] === 'true'
  })
})
