import type { PageDocument } from '../document/page-document.ts'
import { isNamedByAuthor, namelessness } from './accessible-name.ts'
import { exposedWidgets } from './exposed-roles.ts'
import { judgeEach } from './judge-each.ts'

/** The verdict on widgets of some roles that are named by their content or by their author. */
export function judgeNames(document: PageDocument, ...roles: string[]) {
  return judgeEach(exposedWidgets(document, ...roles), 'missing', (widget) => namelessness(document, widget))
}

/** The verdict on widgets of some roles whose content is their value and no name (WAI-ARIA 1.2: name from author alone). */
export function judgeAuthorNames(document: PageDocument, ...roles: string[]) {
  return judgeEach(exposedWidgets(document, ...roles), 'missing', (widget) =>
    isNamedByAuthor(document, widget) ? null : '',
  )
}
