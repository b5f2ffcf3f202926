import type { DecodedPage } from '#shared/html/charset.ts'
import type { StructuredFacts } from '../structured-data/facts.ts'
import type { JsonObject } from '../structured-data/json-ld.ts'

/** One `meta` with content, in document order. `keys` are its name and property tokens in lower case. */
export interface MetaFact {
  readonly keys: readonly string[]
  readonly httpEquiv: string | null
  readonly content: string
  readonly place: 'head' | 'body'
}

/** One `link` element; `rel` are lower-case tokens, `href` is as written. */
export interface LinkElementFact {
  readonly rel: readonly string[]
  readonly href: string
  readonly type: string | null
  readonly sizes: string | null
  readonly hreflang: string | null
  readonly media: string | null
  readonly place: 'head' | 'body'
}

/** One `a` or `area` with `href`, as written. */
export interface AnchorFact {
  readonly href: string
  readonly rel: string | null
  /** Within header, footer or nav: where a site links to its own profiles. */
  readonly isInFrame: boolean
}

/** One image; `src` is the address that would be shown, as written. Sizes are those of the attributes, in pixels. */
export interface ImageFact {
  readonly src: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
}

export interface HeadingFact {
  readonly level: number
  readonly text: string
}

/** How a text is marked as an author's name, from sure to likely. */
export type BylineKind = 'itemprop-name' | 'itemprop' | 'class-name' | 'rel' | 'link' | 'class' | 'text'

export interface BylineFact {
  readonly kind: BylineKind
  readonly text: string
  /** Number of its start tag: authors of one work stand close together. */
  readonly order: number
}

export interface ScriptFact {
  /** Null for inline scripts; `data:` addresses are left out. */
  readonly src: string | null
  readonly id: string | null
  readonly type: string | null
  /** How an inline script begins. */
  readonly start: string
}

/** A list that was cut, with the count of all. */
export interface Counted<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** All that one pass over a page tells; plain data, safe to clone and to send. */
export interface PageFacts {
  readonly charset: string
  readonly charsetSource: DecodedPage['source']
  /** The document base URL: `base` applied to the final URL. */
  readonly baseUrl: string
  readonly lang: string | null
  readonly title: string | null
  readonly metas: readonly MetaFact[]
  readonly linkElements: readonly LinkElementFact[]
  readonly anchors: Counted<AnchorFact>
  readonly images: Counted<ImageFact>
  readonly headingCounts: readonly [number, number, number, number, number, number]
  readonly headings: readonly HeadingFact[]
  readonly articles: number
  /** The first paragraphs that read like sentences. */
  readonly paragraphs: readonly string[]
  readonly bylines: readonly BylineFact[]
  readonly itemTexts: Readonly<Record<string, string>>
  readonly scripts: readonly ScriptFact[]
  /** Traces of frameworks in the markup: `id:…`, `attribute:…`, `tag:…`. */
  readonly markers: readonly string[]
  readonly structured: StructuredFacts
  /** The nodes at the top of the JSON-LD blocks and of their graphs, in order. */
  readonly jsonLdNodes: readonly JsonObject[]
  readonly words: number
  /** Why the page is no answer to its address but a challenge or a refusal; null when it is not. */
  readonly blocked: string | null
}
