import { type Element, isText } from 'domhandler'
import { html } from 'parse5'
import type { PageDocument } from '../../document/page-document.ts'
import { inputType, isPresentational, roleOf } from '../aria/role.ts'
import { childElements } from '../page/tree.ts'
import { hasText } from './id-references.ts'

/** Their content is the value of a control, a fallback for old browsers, or no text for readers. */
export const withoutText: ReadonlySet<string> = new Set(
  `audio datalist desc iframe metadata meter noembed noframes noscript object optgroup option progress script select style
   template textarea title video`.split(/\s+/),
)

/** Those of them that are read by the name that their author gives them. */
const embedded = new Set('audio iframe meter object progress select textarea video'.split(' '))

/** The name that its author gives an element that embeds something: its `aria-label`, else its `title`; '' without. */
export function embeddedName({ name, attribs }: Element): string {
  return embedded.has(name) ? ([attribs['aria-label'], attribs.title].find(hasText) ?? '') : ''
}

/** Whether the role of the element makes it decoration, so that neither its `alt` nor its `title` is read. */
export function isSilent(document: PageDocument, element: Element): boolean {
  if (element.attribs.role === undefined && element.name !== 'img') return false
  return isPresentational(roleOf(document, element))
}

/**
 * What HTML and SVG read in place of the content, as written: `alt`, the label of an input button, the title of a
 * drawing (HTML Accessibility API Mappings 1.0, 4.1; SVG Accessibility API Mappings 1.0); undefined without any.
 */
export function alternativeOf(element: Element): string | undefined {
  const { name, attribs } = element
  if (name === 'img' || name === 'area') return attribs.alt
  if (name === 'input') return labelOfInput(element)
  return element.namespace === html.NS.SVG ? titleOf(element) : undefined
}

/** Browsers label submit and reset buttons without a value (HTML Standard, 4.10.5.1.18 and 4.10.5.1.20). */
function labelOfInput(input: Element): string | undefined {
  const { alt, value } = input.attribs
  const type = inputType(input)
  if (type === 'image') return alt
  if (type === 'submit') return value ?? 'Submit'
  if (type === 'reset') return value ?? 'Reset'
  return type === 'button' ? value : undefined
}

function titleOf(drawing: Element): string | undefined {
  const titles = childElements(drawing).filter(({ name }) => name === 'title')
  return titles.map(textOf).find((text) => text.trim() !== '')
}

/** The value of a control, or the text of an element whose text is no content; '' without any. */
export function valueText(element: Element): string {
  const { name, attribs } = element
  if (name === 'input') return attribs.value ?? ''
  if (name !== 'select') return textOf(element)
  const options = childElements(element).filter((child) => child.name === 'option')
  const selected = options.find((option) => option.attribs.selected !== undefined) ?? options[0]
  return selected === undefined ? '' : textOf(selected)
}

function textOf({ children }: Element): string {
  return children.map((child) => (isText(child) ? child.data : '')).join('')
}
