import { type CheerioAPI, load } from 'cheerio/slim'
import { compile, selectAll } from 'css-select'
import type { ChildNode, Document, Element } from 'domhandler'
import { baseUrl as baseUrlOf } from '#shared/web/html/base-url.ts'
import { urlResolver } from '#shared/web/html/url-resolver.ts'
import { type ElementIndex, indexElements } from './index-elements.ts'
import { type ParseBudgets, parseTree } from './parse-tree.ts'
import { type SourceLocation, selectorOf, snippetOf, sourceLocationOf } from './source-location.ts'
import { textOf } from './text.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

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
  /** HTML elements that have one of the attributes, whatever its value, in document order. */
  withAttribute(...names: string[]): readonly Element[]
  /** HTML elements of the page, each once, in document order. */
  inOrder(elements: readonly Element[]): readonly Element[]
  /** Elements with that id, in document order. */
  byId(id: string): readonly Element[]
  /** Elements that match a CSS selector. It walks the page, so use the indexes where they suffice. */
  select(selector: string, within?: Element): readonly Element[]
  /** cheerio on the same tree. */
  readonly $: CheerioAPI
  /** Text as a reader sees it: without script, style, template and noscript; white space collapsed and trimmed. */
  text(node: ChildNode | Document): string
  /**
   * Whether attributes or the kind of element hide it: `hidden`, inline `display:none` or `visibility:hidden`,
   * `input type=hidden`, inside such an element or inside `template`, `noscript`, closed `details` or `dialog`.
   * Style sheets are not evaluated.
   */
  isHidden(element: Element): boolean
  /** Whether assistive technology is told of the element: neither hidden nor inside `aria-hidden=true` or `inert`. */
  isExposed(element: Element): boolean
  sourceLocation(node: ChildNode): SourceLocation | null
  /** A CSS selector that matches this element only. */
  selectorOf(element: Element): string
  /** The start tag as written, at most 200 characters. */
  snippetOf(node: ChildNode): string
  /**
   * Absolute URL by the page's base element and encoding, as the URL Standard parses it; null when it cannot be parsed.
   */
  resolve(url: string): string | null
  /** URL of the page after redirects. */
  readonly url: string
  /** The document base URL. */
  readonly baseUrl: string
  /** The limit that ended parsing early; null when the whole page was parsed. */
  readonly cut: 'bytes' | 'elements' | 'depth' | 'time' | null
  readonly quirks: 'no-quirks' | 'quirks' | 'limited-quirks'
}

export interface ParseOptions {
  /** Absolute URL of the page. */
  readonly url: string
  /** Encoding of the page (Encoding Standard): queries of its URLs are written in it. */
  readonly charset: string
  /** Whether scripting counts as on: the content of `noscript` is then text. */
  readonly scripting: boolean
  readonly budgets: ParseBudgets
}

const none: readonly Element[] = []
/** Cache of compiled selectors: rules use constant ones. */
const compiled = new Map<string, ReturnType<typeof compile>>()

/** Parses a page and indexes its elements. Never throws, whatever the text holds. */
export function parseDocument(
  source: string,
  { url, charset, scripting, budgets }: ParseOptions,
): PageDocument {
  const { root, cut, quirks } = parseTree(source, scripting, budgets)
  const index = indexElements(root)
  const first = (name: string) => index.byTag.get(name)?.[0] ?? null
  const head = first('head')
  const baseUrl = baseUrlIn(index, url)
  let visibility: Visibility | undefined
  const seen = () => {
    visibility ??= visibilityOf(index.ordered)
    return visibility
  }
  let $: PageDocument['$'] | undefined
  return {
    root,
    source,
    html: first('html'),
    head,
    body: first('body'),
    title: titleOf(index, head),
    all: index.all,
    foreign: index.foreign,
    byTag: (...names) => filedUnder(index.byTag, index.order, names),
    withAttribute: (...names) => filedUnder(index.byAttribute, index.order, names),
    inOrder: (elements) => inOrder(elements, index.order),
    byId: (id) => index.byId.get(id) ?? none,
    select: (selector, within) => selectAll(compiledOf(selector), within ?? root) as Element[],
    get $() {
      $ ??= load(root as never)
      return $
    },
    text: textOf,
    isHidden: (element) => seen().hidden.has(element),
    isExposed: (element) => !seen().unexposed.has(element),
    sourceLocation: sourceLocationOf,
    selectorOf: (element) => selectorOf(element, (id) => index.byId.get(id)?.length === 1),
    snippetOf: (node) => snippetOf(source, node),
    resolve: urlResolver(baseUrl, charset),
    url,
    baseUrl,
    cut,
    quirks,
  }
}

function compiledOf(selector: string): ReturnType<typeof compile> {
  const known = compiled.get(selector) ?? compile(selector)
  compiled.set(selector, known)
  return known
}

/** The elements that are filed under one of the names, each once, in document order. */
function filedUnder(
  filed: ReadonlyMap<string, readonly Element[]>,
  order: ElementIndex['order'],
  names: readonly string[],
): readonly Element[] {
  if (names.length === 1) return filed.get(names[0] as string) ?? none
  const lists = names.flatMap((name) => {
    const list = filed.get(name)
    return list === undefined ? [] : [list]
  })
  if (lists.length < 2) return lists[0] ?? none
  return inOrder(lists.flat(), order)
}

function inOrder(elements: readonly Element[], order: ElementIndex['order']): Element[] {
  return [...new Set(elements)].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
}

function titleOf({ byTag }: ElementIndex, head: Element | null): string | null {
  const title = byTag.get('title')?.find(({ parent }) => parent === head)
  return title === undefined ? null : textOf(title)
}

function baseUrlIn({ byTag }: ElementIndex, url: string): string {
  const base = byTag.get('base')?.find(({ attribs }) => attribs.href !== undefined)
  return baseUrlOf(base?.attribs.href ?? null, url)
}
