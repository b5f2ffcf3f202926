import { type Element, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { undecided } from '../../engine/evaluate.ts'
import { memoize } from '../../engine/memoize.ts'
import { explicitRole, isPresentational } from '../aria/role.ts'
import { markUpwards, nearestIn, parentOf } from '../page/tree.ts'
import { textWithin } from '../text/bounded-text.ts'
import { hasText, referencedBy } from './id-references.ts'

/** Elements with content that names them (Accessible Name Computation 1.2, steps 2D to 2I). */
interface NamedContent {
  /** By exposed content. */
  readonly exposed: ReadonlySet<Element>
  /** By exposed or hidden content; hidden content counts as the target of `aria-labelledby`. */
  readonly any: ReadonlySet<Element>
}

/** Their text is the value of a control, a fallback for old browsers, or no text for readers. */
const ownText = new Set(
  `audio datalist desc iframe metadata noembed noframes noscript object optgroup option script select style template textarea title video`.split(
    ' ',
  ),
)

/** Computed once for the whole page, since nested elements ask for the same names. */
const namedContent = memoize((document: PageDocument): NamedContent => {
  const exposed = new Set<Element>()
  const any = new Set<Element>()

  function mark(from: Element | null): void {
    if (from === null) return
    markUpwards(any, from)
    if (document.isExposed(from)) markUpwards(exposed, from)
  }

  for (const element of document.all) if (hasOwnText(element)) mark(element)
  for (const element of document.foreign) {
    if (isDrawingTitle(element)) mark(parentOf(element))
    else if (hasOwnText(element)) mark(element)
  }
  for (const element of document.withAttribute('aria-labelledby'))
    if (referencedBy(document, element, 'aria-labelledby').some((target) => any.has(target))) mark(element)
  return { exposed, any }
})

/** Whether the element has text of its own, without its children. */
function hasOwnText(element: Element): boolean {
  const { name, attribs } = element
  if (ownText.has(name)) return false
  if (hasText(attribs['aria-label'])) return true
  // A decorative image is left out with its title (HTML Accessibility API Mappings 1.0, img with an empty alt).
  if (hasText(attribs.title) && !(name === 'img' && attribs.alt === '')) return true
  if (hasText(attribs.alt) && hasAlternative(element)) return true
  return element.children.some((child) => isText(child) && child.data.trim() !== '')
}

function hasAlternative(element: Element): boolean {
  const { name, attribs } = element
  if (name === 'img') return !isPresentational(explicitRole(element))
  return name === 'area' || (name === 'input' && attribs.type?.trim().toLowerCase() === 'image')
}

/** SVG Accessibility API Mappings 1.0: a `title` names its parent. */
function isDrawingTitle(element: Element): boolean {
  return (
    element.name === 'title' && element.children.some((child) => isText(child) && child.data.trim() !== '')
  )
}

/** Elements that contain a custom element or a slot, to which scripts may add text. */
const scriptedContent = memoize((document: PageDocument): ReadonlySet<Element> => {
  const marked = new Set<Element>()
  for (const element of document.all)
    if (element.name.includes('-') || element.name === 'slot') markUpwards(marked, element)
  return marked
})

/** `label` elements by the id in their `for` attribute. */
const labelsById = memoize((document: PageDocument): ReadonlyMap<string, readonly Element[]> => {
  const labels = new Map<string, Element[]>()
  for (const label of document.byTag('label')) {
    const id = label.attribs.for
    if (id === undefined) continue
    const others = labels.get(id)
    if (others === undefined) labels.set(id, [label])
    else others.push(label)
  }
  return labels
})

const labelAround = memoize((document: PageDocument) => nearestIn(new Set(document.byTag('label'))))

/**
 * The labels of a control: those for its id, then the one around it (HTML Standard, 4.10.4). Where several
 * controls share an id, browsers give the labels to the first; the repeated id is reported by another rule.
 */
export function labelsOf(document: PageDocument, control: Element): readonly Element[] {
  const { id } = control.attribs
  const explicit = id === undefined ? [] : (labelsById(document).get(id) ?? [])
  const around = labelAround(document)(control)
  if (around === null || explicit.includes(around)) return explicit
  return around.attribs.for === undefined ? [...explicit, around] : explicit
}

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
