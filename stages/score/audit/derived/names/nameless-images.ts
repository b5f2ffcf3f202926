import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, isPresentational, roleOf } from '../aria/role.ts'
import { markUpwards, parentOf } from '../page/ancestors.ts'
import { isNamedByAuthor } from './accessible-name.ts'

/** The images that a text alternative is asked of: told to assistive technology, and not marked as mere decoration by their role. */
export const exposedImages = memoize((document: PageDocument): readonly Element[] =>
  document.byTag('img').filter((image) => document.isExposed(image)),
)

/** HTML Standard 4.8.4.4: an empty `alt` says that there is nothing to tell. */
export function isDecoration({ attribs }: Element): boolean {
  return attribs.alt === ''
}

/** The same, or by a role where it counts. */
export function isDecorative(document: PageDocument, image: Element): boolean {
  if (isDecoration(image)) return true
  return isPresentational(explicitRole(image)) && isPresentational(roleOf(document, image))
}

/** White space alone is no text. */
export function isNamelessImage(document: PageDocument, image: Element): boolean {
  if (isDecorative(document, image) || image.attribs.alt?.trim()) return false
  return !isNamedByAuthor(document, image)
}

/** Elements that hold an image without a text alternative: where that is all they lack, it is that image's fault. */
export const holdersOfNamelessImages = memoize((document: PageDocument): ReadonlySet<Element> => {
  const marked = new Set<Element>()
  for (const image of exposedImages(document))
    if (isNamelessImage(document, image)) markUpwards(marked, parentOf(image))
  return marked
})
