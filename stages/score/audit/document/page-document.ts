import type { CheerioAPI } from 'cheerio/slim'
import type { ChildNode, Document, Element } from 'domhandler'

/** Where something stands in the decoded text of the page: offsets in UTF-16 code units, line and column from 1. */
export interface SourceLocation {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}

/**
 * A parsed page with its indexes. HTML elements only in `all`, `byTag` and `withAttribute` unless said otherwise: those within `svg` and
 * `math` are under `foreign`; the contents of `template` elements are in none of them.
 */
export interface PageDocument {
  readonly root: Document
  /** The text that was parsed. */
  readonly source: string
  readonly html: Element | null
  readonly head: Element | null
  readonly body: Element | null
  /** `title` of the head, first one; as written, white space collapsed; null when there is none. */
  readonly title: string | null
  /** Every HTML element in document order. */
  readonly all: readonly Element[]
  /** Elements of svg and math, in document order. */
  readonly foreign: readonly Element[]
  /** HTML elements of that name, in document order; `name` in lower case. */
  byTag(...names: string[]): readonly Element[]
  /** HTML elements that have the attribute, whatever its value. */
  withAttribute(name: string): readonly Element[]
  /** Elements with that id, in document order. */
  byId(id: string): readonly Element[]
  /** Elements that match a CSS selector; for what the indexes do not tell, since it walks the page. */
  select(selector: string, within?: Element): readonly Element[]
  /** cheerio on the same tree. */
  readonly $: CheerioAPI
  isInHead(element: Element): boolean
  /** Whether one of its ancestors, or it itself, is of one of these names. */
  isWithin(element: Element, ...names: string[]): boolean
  /** Text content as a reader gets it: no script, style, template, noscript; white space collapsed and trimmed. */
  text(node: ChildNode | Document): string
  /**
   * Not shown whatever style sheets say: `hidden`, inline `display:none` or `visibility:hidden`, `input type=hidden`, within such or within
   * `template`, `noscript`, closed `details` or `dialog`. Style sheets are not evaluated.
   */
  isHidden(element: Element): boolean
  /** Told to assistive technology: neither hidden nor within `aria-hidden=true`. */
  isExposed(element: Element): boolean
  sourceLocation(node: ChildNode): SourceLocation | null
  /** A CSS selector that finds this element and no other in the page. */
  selectorOf(element: Element): string
  /** Its start tag as written, at most 200 characters. */
  snippetOf(node: ChildNode): string
  /** Absolute URL by the page's base element; null when it cannot be parsed. White space around is dropped. */
  resolve(url: string): string | null
  /** Of the page, after redirects. */
  readonly url: string
  /** The document base URL. */
  readonly baseUrl: string
  /** What was left out so that parsing ends: text beyond the bytes, elements, or depth that are read; null = nothing. */
  readonly cut: 'bytes' | 'elements' | 'depth' | 'time' | null
  readonly quirks: 'no-quirks' | 'quirks' | 'limited-quirks'
}
