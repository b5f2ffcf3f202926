import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { exposedWithRole } from './exposed-roles.ts'

/** The exposed main landmarks; hidden ones, which apps keep for other views, do not count. */
export const exposedMains = memoize((document: PageDocument): readonly Element[] => {
  const mains = document.byTag('main').filter(({ attribs }) => attribs.role === undefined)
  return [...mains.filter((main) => document.isExposed(main)), ...exposedWithRole(document, 'main')]
})
