import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { undecided } from '../../engine/evaluate-elements.ts'
import { textWithin } from '../text/bounded-text.ts'
import { hasText, referencedBy } from './id-references.ts'
import { labelsOf } from './labels.ts'
import { namedContent, scriptedContent } from './named-content.ts'

// Accessible names by Accessible Name and Description Computation 1.2, on the page as written: style sheets and
// scripts are not evaluated.

/** Whether `aria-labelledby` or `aria-label` names the element. */
export function isNamedByAria(document: PageDocument, element: Element): boolean {
  if (hasText(element.attribs['aria-label'])) return true
  const { any } = namedContent(document)
  return referencedBy(document, element, 'aria-labelledby').some((target) => any.has(target))
}

/** Whether `aria-labelledby`, `aria-label` or `title` names the element. */
export function isNamedByAuthor(document: PageDocument, element: Element): boolean {
  return hasText(element.attribs.title) || isNamedByAria(document, element)
}

/** Whether the content names the element: text, or the text alternative of an image. */
export function isNamedByContent(document: PageDocument, element: Element): boolean {
  return namedContent(document).exposed.has(element)
}

/** Whether a `label` with text names the element. */
export function isLabelled(document: PageDocument, element: Element): boolean {
  const { exposed } = namedContent(document)
  return labelsOf(document, element).some((label) => exposed.has(label))
}

/**
 * The fault of an element without a name from its author or its content; null with a name; `undecided` where a
 * custom element inside may add text.
 */
export function nameFault(document: PageDocument, element: Element): string | null | typeof undecided {
  if (isNamedByContent(document, element) || isNamedByAuthor(document, element)) return null
  return scriptedContent(document).has(element) ? undecided : ''
}

const MAX_NAME = 200

/**
 * The name as text, at most 200 characters: by reference, by `aria-label`, by content, by `title`; '' without one.
 */
export function nameOf(document: PageDocument, element: Element): string {
  const { attribs } = element
  const referenced = referencedBy(document, element, 'aria-labelledby')
    .map((target) => textWithin(document, target, MAX_NAME))
    .join(' ')
  const names = [referenced, attribs['aria-label'], attribs.alt]
  const given = names.find(hasText) ?? textWithin(document, element, MAX_NAME)
  const name = hasText(given) ? given : (attribs.title ?? '')
  return name.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME)
}
