import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { closest } from './ancestors.ts'
import { primaryLanguage } from './language-tag.ts'

/** The primary language subtag that the page declares, in lower case; null without one. */
export function pageLanguage({ html }: PageDocument): string | null {
  return languageIn(html)
}

/** The language of an element, by the nearest `lang` around it (HTML Standard, 3.2.6.2). */
export function languageOf(element: Element): string | null {
  const isMarked = ({ attribs }: Element) => attribs.lang !== undefined
  return languageIn(isMarked(element) ? element : closest(element, isMarked))
}

function languageIn(element: Element | null): string | null {
  return primaryLanguage(element?.attribs.lang ?? '') || null
}
