import { type AnyNode, type ChildNode, type Element, isTag, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { blocks } from '../../document/text.ts'
import { alternativeOf, embeddedName, isSilent, valueText, withoutText } from '../names/alternatives.ts'
import { hasText, referencedBy } from '../names/id-references.ts'

/**
 * Maximum number of nodes that are read: names and captions are short, and the elements that need them are nested.
 */
const MAX_NODES = 200
/** Maximum characters of one text node or attribute. */
const MAX_PIECE = 1_000

interface Reading {
  readonly document: PageDocument
  readonly maxChars: number
  readonly withImages: boolean
  /** Whether hidden content counts too. */
  readonly readsHidden: boolean
  /** Whether `aria-labelledby` is followed, which it is once only. */
  readonly follows: boolean
  /** The control whose label is read: it is no part of its own label. */
  readonly control: Element | null
  readonly read: { pieces: string[]; length: number; left: number }
}

/**
 * The exposed text below an element with the text alternatives of images, white space collapsed; ends soon after
 * `maxChars` (Accessible Name Computation 1.2, 2F to 2I). When the element itself is hidden, as a target of
 * `aria-labelledby` may be, hidden content counts too.
 */
export function textWithin(
  document: PageDocument,
  top: Element,
  maxChars: number,
  withImages = true,
): string {
  return collapsed(newReading(document, maxChars, withImages), (reading) => readContent(reading, top))
}

/**
 * What an element says in place of a name of another: a label of `control`, which is no part of its own label, or a
 * caption. Its own label, else its content, else its title.
 */
export function spokenText(
  document: PageDocument,
  element: Element,
  maxChars: number,
  control: Element | null = null,
): string {
  return collapsed({ ...newReading(document, maxChars, true), control }, (reading) =>
    readElement(reading, element),
  )
}

/** What the targets of the element's `aria-labelledby` say, in the order of its ids; '' without any. */
export function referencedText(document: PageDocument, element: Element, maxChars: number): string {
  if (!hasText(element.attribs['aria-labelledby'])) return ''
  return collapsed(newReading(document, maxChars, true), (reading) => readTargets(reading, element))
}

function newReading(document: PageDocument, maxChars: number, withImages: boolean): Reading {
  const read = { pieces: [], length: 0, left: MAX_NODES }
  return { document, maxChars, withImages, readsHidden: false, follows: true, control: null, read }
}

function collapsed(reading: Reading, read: (reading: Reading) => void): string {
  read(reading)
  return reading.read.pieces.join('').replace(/\s+/g, ' ').trim()
}

function add({ read }: Reading, text: string): void {
  const piece = text.slice(0, MAX_PIECE)
  read.pieces.push(piece)
  read.length += piece.trim().length
}

function isDone({ read, maxChars }: Reading): boolean {
  return read.left <= 0 || read.length > maxChars
}

function readTargets(reading: Reading, element: Element): void {
  for (const target of referencedBy(reading.document, element, 'aria-labelledby')) {
    if (isDone(reading)) return
    reading.read.left -= 1
    const readsHidden = !reading.document.isExposed(target)
    const inner = { ...reading, readsHidden, follows: false }
    add(inner, ' ')
    readElement(inner, target)
  }
}

function readElement(reading: Reading, element: Element): void {
  if (readInstead(reading, element)) return
  const before = reading.read.length
  if (withoutText.has(element.name) || element.name === 'input') add(reading, valueText(element))
  else readContent(reading, element)
  if (reading.read.length === before) add(reading, element.attribs.title ?? '')
}

/** An element with a title, which is read where its content says nothing. */
interface Titled {
  readonly element: Element
  readonly before: number
}

function readContent(reading: Reading, top: Element): void {
  const isHiddenTop = !reading.document.isExposed(top)
  const inner = isHiddenTop ? { ...reading, readsHidden: true } : reading
  const titled: Titled[] = []
  let node: ChildNode | null = top.firstChild
  while (node !== null && !isDone(inner)) {
    inner.read.left -= 1
    const isEntered: boolean = enter(inner, node, titled)
    const first: ChildNode | null = isEntered && isTag(node) ? node.firstChild : null
    node = first ?? following(inner, node, top, titled)
  }
}

/** Reads what stands for the node; returns whether its content is to be read. */
function enter(reading: Reading, node: ChildNode, titled: Titled[]): boolean {
  if (isText(node)) add(reading, node.data)
  if (!isTag(node) || node === reading.control || (node.name === 'img' && !reading.withImages)) return false
  if (!reading.readsHidden && !reading.document.isExposed(node)) return false
  if (!inline.has(node.name)) add(reading, ' ')
  if (readInstead(reading, node)) return false
  if (withoutText.has(node.name)) {
    add(reading, ` ${embeddedName(node)} `)
    return false
  }
  if (hasText(node.attribs.title) && !isSilent(reading.document, node))
    titled.push({ element: node, before: reading.read.length })
  return true
}

/** Reads what replaces the content of an element: a reference, its label, or its alternative. */
function readInstead(reading: Reading, element: Element): boolean {
  const { 'aria-label': label, 'aria-labelledby': references } = element.attribs
  if (reading.follows && hasText(references)) {
    const before = reading.read.length
    readTargets(reading, element)
    if (reading.read.length > before) return true
  }
  const alternative = hasText(label) ? label : writtenAlternative(reading, element)
  if (!hasText(alternative)) return false
  add(reading, ` ${alternative.slice(0, MAX_PIECE)} `)
  return true
}

function writtenAlternative({ document, withImages }: Reading, element: Element): string | undefined {
  const alternative = withImages ? alternativeOf(element) : undefined
  return hasText(alternative) && !isSilent(document, element) ? alternative : undefined
}

/** Inline elements: they do not separate words. */
const inline = new Set(
  'a abbr b bdi bdo cite code em font i img mark q s samp small span strong sub sup u var wbr'.split(' '),
)

/** The next node behind this one and its content. */
function following(reading: Reading, from: ChildNode, top: Element, titled: Titled[]): ChildNode | null {
  let node: AnyNode = from
  leave(reading, node, titled)
  while (node.next === null) {
    if (node.parent === null || node.parent === top) return null
    node = node.parent
    leave(reading, node, titled)
  }
  return node.next as ChildNode
}

/** Adds a space where an element ends that stands on lines of its own. */
function leave(reading: Reading, node: AnyNode, titled: Titled[]): void {
  if (!isTag(node)) return
  const last = titled.at(-1)
  if (last?.element === node) {
    titled.pop()
    if (reading.read.length === last.before) add(reading, ` ${node.attribs.title ?? ''} `)
  }
  if (blocks.has(node.name)) add(reading, ' ')
}
