import type { Element } from 'domhandler'
import type { PageDocument } from '../document/page-document.ts'
import { exposedWithRole } from './exposed-roles.ts'
import { once } from './once.ts'

/** The main landmarks that are told to assistive technology: hidden ones, as apps keep for other views, are none. */
export const exposedMains = once((document: PageDocument): readonly Element[] => {
  const mains = document.byTag('main').filter(({ attribs }) => attribs.role === undefined)
  return [...mains.filter((main) => document.isExposed(main)), ...exposedWithRole(document, 'main')]
})
