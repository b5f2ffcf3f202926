import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, isPresentational, roleOf } from '../aria/role.ts'
import { markUpwards, parentOf } from '../page/ancestors.ts'
import { isNamedByAuthor } from './accessible-name.ts'

/** Images that need a text alternative: exposed, and not made presentational by their role. */
export const exposedImages = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('img').filter((image) => document.isExposed(image)),
)

/** HTML Standard, 4.8.4.4: an empty `alt` marks decoration. */
export function isDecoration({ attribs }: Element): boolean {
  return attribs.alt === ''
}

/** Whether an empty `alt` or a role that takes effect marks the image as decoration. */
export function isDecorative(document: PageDocument, image: Element): boolean {
  if (isDecoration(image)) return true
  return isPresentational(explicitRole(image)) && isPresentational(roleOf(document, image))
}

/** White space alone is no text. */
export function isNamelessImage(document: PageDocument, image: Element): boolean {
  if (isDecorative(document, image) || image.attribs.alt?.trim()) return false
  return !isNamedByAuthor(document, image)
}

/**
 * Elements that contain an image without a text alternative. Where they lack nothing else, the rule about the
 * image reports it.
 */
export const holdersOfNamelessImages = memoize((document: PageDocument): ReadonlySet<Element> => {
  const marked = new Set<Element>()
  for (const image of exposedImages(document))
    if (isNamelessImage(document, image)) markUpwards(marked, parentOf(image))
  return marked
})
