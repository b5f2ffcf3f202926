import type { Element } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { undecided } from '../../engine/evaluate.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, inputType } from '../aria/role.ts'
import { childElements } from '../page/tree.ts'
import { referencedText, spokenText, textWithin } from '../text/bounded-text.ts'
import { alternativeOf, isSilent } from './alternatives.ts'
import { hasText } from './id-references.ts'
import { labelsOf } from './labels.ts'
import { isReferenceNamed, namedByContent, unsureContent } from './named-content.ts'

// Accessible names by Accessible Name and Description Computation 1.2 and HTML Accessibility API Mappings 1.0, on
// the page as written: style sheets and scripts are not evaluated.

/** Whether `aria-labelledby` or `aria-label` names the element. */
export function isNamedByAria(document: PageDocument, element: Element): boolean {
  return hasText(element.attribs['aria-label']) || isReferenceNamed(document, element)
}

/** Whether `aria-labelledby`, `aria-label` or `title` names the element. */
export function isNamedByAuthor(document: PageDocument, element: Element): boolean {
  return hasText(element.attribs.title) || isNamedByAria(document, element)
}

/** Whether the content names the element: text, or the text alternative of an image. */
export function isNamedByContent(document: PageDocument, element: Element): boolean {
  return namedByContent(document).has(element)
}

/** Whether a `label` with text names the element. */
export function isLabelled(document: PageDocument, element: Element): boolean {
  const named = namedByContent(document)
  return labelsOf(document, element).some((label) => named.has(label))
}

/** Roles whose content is their value, or a picture (WAI-ARIA 1.2, 5.4: no name from content). */
const namedByAuthorOnly = new Set(
  'combobox graphics-document graphics-symbol image img listbox meter progressbar scrollbar searchbox slider spinbutton textbox'.split(
    ' ',
  ),
)
/** Elements whose content is their value, or what they embed. */
const withoutContent = new Set(
  'area audio canvas frame iframe img input meter object progress select textarea video'.split(' '),
)

function takesContent(element: Element): boolean {
  if (withoutContent.has(element.name)) return false
  return element.attribs.role === undefined || !namedByAuthorOnly.has(explicitRole(element) ?? '')
}

const captions: Readonly<Record<string, string>> = {
  fieldset: 'legend',
  figure: 'figcaption',
  table: 'caption',
}

function captionOf(element: Element): Element | undefined {
  const name = captions[element.name]
  return name === undefined ? undefined : childElements(element).find((child) => child.name === name)
}

/** Whether HTML names the element: by a label, a text alternative, a caption or a placeholder. */
function isNamedByHtml(document: PageDocument, element: Element): boolean {
  if (hasText(alternativeOf(element)) || hasText(placeholderOf(element))) return true
  const caption = captionOf(element)
  return (caption !== undefined && isNamedByContent(document, caption)) || isLabelled(document, element)
}

const withPlaceholder = new Set(['email', 'number', 'password', 'search', 'tel', 'text', 'url'])

function placeholderOf(element: Element): string | undefined {
  const { name, attribs } = element
  if (name === 'input' && !withPlaceholder.has(inputType(element))) return undefined
  return name === 'input' || name === 'textarea' ? attribs.placeholder : undefined
}

/**
 * '' for an element without an accessible name; null for one with a name; `undecided` where something in it may add
 * text that the page as written does not show.
 */
export function nameFault(document: PageDocument, element: Element): '' | null | typeof undecided {
  if (isNamedByAuthor(document, element) || isNamedByHtml(document, element)) return null
  if (!takesContent(element)) return ''
  if (isNamedByContent(document, element)) return null
  return unsureContent(document).has(element) ? undecided : ''
}

const MAX_NAME = 200

/** Names that were asked for, by element. */
const knownNames = memoize((_: PageDocument) => new Map<Element, string>())

/** The accessible name, at most 200 characters of it, white space collapsed; '' without one. */
export function nameOf(document: PageDocument, element: Element): string {
  const known = knownNames(document)
  let name = known.get(element)
  if (name === undefined) {
    const text = isSilent(document, element) ? '' : (textNaming(document, element) ?? '')
    const start = text.trim().slice(0, MAX_NAME * 2)
    name = start.replace(/\s+/g, ' ').slice(0, MAX_NAME).trim()
    known.set(element, name)
  }
  return name
}

/** The first source of a name that says anything (HTML Accessibility API Mappings 1.0, 4.1). */
function textNaming(document: PageDocument, element: Element): string | undefined {
  const { attribs } = element
  return (
    written(referencedText(document, element, MAX_NAME)) ??
    written(attribs['aria-label']) ??
    written(labelsText(document, element)) ??
    written(alternativeOf(element)) ??
    written(contentOf(document, element)) ??
    written(attribs.title) ??
    written(placeholderOf(element))
  )
}

function written(text: string | undefined): string | undefined {
  return hasText(text) ? text : undefined
}

function labelsText(document: PageDocument, control: Element): string {
  const labels = labelsOf(document, control)
  return labels.map((label) => labelTextOf(document, label, control)).join(' ')
}

function labelTextOf(document: PageDocument, label: Element, control: Element): string {
  return document.isExposed(label) ? spokenText(document, label, MAX_NAME, control) : ''
}

function contentOf(document: PageDocument, element: Element): string {
  const caption = captionOf(element)
  if (caption !== undefined) return document.isExposed(caption) ? spokenText(document, caption, MAX_NAME) : ''
  if (element.name in captions || !takesContent(element)) return ''
  return textWithin(document, element, MAX_NAME)
}
