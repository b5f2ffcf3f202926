import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import type { PageDocument } from '../../document/page-document.ts'
import { memoize } from '../../engine/memoize.ts'
import { nearest } from '../page/tree.ts'
import { isUnspaced, wordsIn } from './words.ts'

/** A paragraph, a heading or a list item. */
export interface TextBlock {
  /** The nearest block element around it. */
  readonly element: Element
  /** White space collapsed and trimmed; never empty. */
  readonly text: string
  /** Some of it is program code. */
  readonly hasCode: boolean
}

export interface MainText {
  readonly blocks: readonly TextBlock[]
  /** The text is longer than what was read. */
  readonly isCut: boolean
}

/** Maximum characters that are read; rules take them as a sample of the page. */
const MAX_CHARS = 60_000
/**
 * A character of a script without spaces between words says as much as several letters, and takes as much longer
 * to segment.
 */
const UNSPACED_WEIGHT = 6

const silent = new Set(
  'script style noscript template title select textarea button iframe object svg math nav aside footer'.split(
    ' ',
  ),
)
const silentRoles = new Set(['navigation', 'complementary', 'contentinfo', 'search', 'dialog', 'alertdialog'])
const code = new Set(['pre', 'code', 'samp', 'kbd', 'var'])
/** Elements of a line, and elements that show nothing: neither parts the text around it (HTML Standard, 15.3). */
const inline = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark meter output picture q ruby rt
   rp s samp script style noscript template link meta base title small source span strike strong sub sup time tt u var wbr`.split(
    /\s+/,
  ),
)

/** The first `main` that is shown, else the only article, else the body. */
export const mainElement = memoize((document: PageDocument): Element | null => {
  const isShown = (element: Element) => !document.isHidden(element)
  const mains = [...document.byTag('main'), ...withMainRole(document)].filter(isShown)
  const articles = document.byTag('article').filter(isShown)
  return mains[0] ?? (articles.length === 1 ? articles[0] : null) ?? document.body
})

function withMainRole(document: PageDocument): Element[] {
  return document.withAttribute('role').filter(({ attribs }) => attribs.role?.trim() === 'main')
}

/** The visible text of the main content, without navigation, asides, footers and the banner. */
export const mainText = memoize((document: PageDocument): MainText => {
  const root = mainElement(document)
  if (root === null) return { blocks: [], isCut: false }
  const collector = new Collector()
  let node: AnyNode | null = root.firstChild
  while (node !== null && collector.chars < MAX_CHARS) {
    const inner: AnyNode | null = collector.enter(node, document)
    node = inner ?? following(node, root, collector)
  }
  collector.flush()
  return { blocks: collector.blocks, isCut: node !== null || document.cut !== null }
})

/** The words of each block of the main text. */
export const mainWords = memoize((document: PageDocument): readonly (readonly string[])[] =>
  mainText(document).blocks.map(({ text }) => wordsIn(text)),
)

/** Number of words of the main text. */
export const mainWordCount = memoize((document: PageDocument): number =>
  mainWords(document).reduce((count, words) => count + words.length, 0),
)

function following(from: AnyNode, root: Element, collector: Collector): AnyNode | null {
  let node = from
  while (node.next === null) {
    const { parent }: AnyNode = node
    if (parent === null || parent === root) return null
    if (isTag(parent) && !inline.has(parent.name)) collector.flush()
    node = parent
  }
  return node.next
}

class Collector {
  readonly blocks: TextBlock[] = []
  chars = 0
  #pieces: string[] = []
  #element: Element | null = null
  #hasCode = false

  /** Reads a node; returns its first child when that is to be read too. */
  enter(node: AnyNode, document: PageDocument): AnyNode | null {
    if (isText(node)) this.#add(node.data, node)
    if (!isTag(node)) return null
    if (!inline.has(node.name) && node.name !== 'br') this.flush()
    if (isLeftOut(node, document)) return null
    if (node.name === 'br') this.#pieces.push(' ')
    this.#hasCode ||= code.has(node.name)
    return node.firstChild
  }

  /** Ends the block. */
  flush(): void {
    const text = this.#pieces.join('').replace(/\s+/g, ' ').trim()
    const hasCode = this.#hasCode || this.#element?.name === 'pre'
    if (text !== '' && this.#element !== null) this.blocks.push({ element: this.#element, text, hasCode })
    this.#pieces = []
    this.#element = null
    this.#hasCode = false
  }

  #add(data: string, node: AnyNode): void {
    this.#pieces.push(data.slice(0, MAX_CHARS))
    this.chars += data.length * (isUnspaced(data) ? UNSPACED_WEIGHT : 1)
    if (this.#element === null && /\S/.test(data)) this.#element = blockAround(node)
  }
}

function blockAround(node: AnyNode): Element | null {
  const parent = node.parent !== null && isTag(node.parent) ? node.parent : null
  if (parent === null || !inline.has(parent.name)) return parent
  return blockOf(parent)
}

const blockOf = nearest(({ name }) => !inline.has(name))

function isLeftOut(element: Element, document: PageDocument): boolean {
  const { name, attribs } = element
  if (silent.has(name) || document.isHidden(element)) return true
  if (attribs.role !== undefined && silentRoles.has(attribs.role.trim())) return true
  return name === 'header' && !isOfContent(element)
}

/** Whether the header belongs to a section of the content; else it is the banner of the page (HTML-AAM). */
function isOfContent(header: Element): boolean {
  return contentAround(header) !== null
}

const contentAround = nearest(({ name }) => name === 'main' || name === 'article' || name === 'section')
