import type { CheerioAPI } from 'cheerio/slim'
import type { ChildNode, Document, Element } from 'domhandler'

/** Position in the decoded text of the page: offsets in UTF-16 code units; line and column start at 1. */
export interface SourceLocation {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}

/**
 * A parsed page with its indexes (see `infra/docs/decisions/document-index.md`). `all`, `byTag` and
 * `withAttribute` hold HTML elements only. Elements inside `svg` and `math` are in `foreign`. The contents of
 * `template` elements are in none of them.
 */
export interface PageDocument {
  readonly root: Document
  /** The text that was parsed. */
  readonly source: string
  readonly html: Element | null
  readonly head: Element | null
  readonly body: Element | null
  /** The first `title` of the head, white space collapsed; null without one. */
  readonly title: string | null
  /** Every HTML element in document order. */
  readonly all: readonly Element[]
  /** Elements of svg and math, in document order. */
  readonly foreign: readonly Element[]
  /** HTML elements with one of these lower-case names, in document order. */
  byTag(...names: string[]): readonly Element[]
  /** HTML elements that have the attribute, whatever its value. */
  withAttribute(name: string): readonly Element[]
  /** Elements with that id, in document order. */
  byId(id: string): readonly Element[]
  /** Elements that match a CSS selector. It walks the page, so use the indexes where they suffice. */
  select(selector: string, within?: Element): readonly Element[]
  /** cheerio on the same tree. */
  readonly $: CheerioAPI
  isInHead(element: Element): boolean
  /** Whether the element or one of its ancestors has one of these names. */
  isWithin(element: Element, ...names: string[]): boolean
  /** Text as a reader sees it: without script, style, template and noscript; white space collapsed and trimmed. */
  text(node: ChildNode | Document): string
  /**
   * Whether attributes or the kind of element hide it: `hidden`, inline `display:none` or `visibility:hidden`,
   * `input type=hidden`, inside such an element or inside `template`, `noscript`, closed `details` or `dialog`.
   * Style sheets are not evaluated.
   */
  isHidden(element: Element): boolean
  /** Whether assistive technology is told of the element: neither hidden nor inside `aria-hidden=true`. */
  isExposed(element: Element): boolean
  sourceLocation(node: ChildNode): SourceLocation | null
  /** A CSS selector that matches this element only. */
  selectorOf(element: Element): string
  /** The start tag as written, at most 200 characters. */
  snippetOf(node: ChildNode): string
  /** Absolute URL by the page's base element; null when it cannot be parsed. Surrounding white space is dropped. */
  resolve(url: string): string | null
  /** URL of the page after redirects. */
  readonly url: string
  /** The document base URL. */
  readonly baseUrl: string
  /** The limit that ended parsing early; null when the whole page was parsed. */
  readonly cut: 'bytes' | 'elements' | 'depth' | 'time' | null
  readonly quirks: 'no-quirks' | 'quirks' | 'limited-quirks'
}
