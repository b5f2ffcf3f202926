import type { Element } from 'domhandler'
import languages from 'language-subtag-registry/data/json/language.json' with { type: 'json' }
import type { PageDocument } from '../../document/page-document.ts'
import { nearest } from './tree.ts'

const known = new Set(Object.keys(languages))

/** The first subtag of a language tag in lower case: `en` of `en-GB`, and of `en_GB`, which is a common mistake. */
export function primaryLanguage(tag: string): string {
  return (tag.trim().split(/[-_]/, 1)[0] ?? '').toLowerCase()
}

/**
 * Whether the tag begins with a language of the IANA registry (RFC 5646, 2.2.1); `qaa` to `qtz` are for private
 * use. Its subtags are separated by hyphens alone (2.1).
 */
export function isKnownLanguage(tag: string): boolean {
  const primary = (tag.trim().split('-', 1)[0] ?? '').toLowerCase()
  return known.has(primary) || /^q[a-t][a-z]$/.test(primary)
}

/** The primary language subtag that the page declares, in lower case; null without one. */
export function pageLanguage({ html }: PageDocument): string | null {
  return languageIn(html)
}

/** The language of an element, by the nearest `lang` around it (HTML Standard, 3.2.6.2). */
export function languageOf(element: Element): string | null {
  return languageIn(hasLanguage(element) ? element : markedAround(element))
}

const hasLanguage = ({ attribs }: Element): boolean => attribs.lang !== undefined
const markedAround = nearest(hasLanguage)

function languageIn(element: Element | null): string | null {
  return primaryLanguage(element?.attribs.lang ?? '') || null
}
