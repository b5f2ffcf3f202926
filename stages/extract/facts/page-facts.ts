import type { TextFingerprint } from '#shared/messages/payloads/site-facts.ts'
import type { StructuredFacts } from '../structured-data/facts.ts'
import type { JsonObject } from '../structured-data/json-ld/json-ld.ts'

/** One `meta` with content, in document order. `keys` are the tokens of its name and property, in lower case. */
export interface MetaFact {
  readonly keys: readonly string[]
  readonly httpEquiv: string | null
  readonly content: string
  readonly place: 'head' | 'body'
}

/** One `link` element. `rel` holds lower-case tokens; `href` is as written. */
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
  /** Inside header, footer or nav, where a site links to its own profiles. */
  readonly isInFrame: boolean
  /** Its text, cut; '' unless the fact `site` is needed. */
  readonly text: string
}

/** One image. `src` is the URL that browsers would show, as written. Sizes come from the attributes, in pixels. */
export interface ImageFact {
  readonly src: string
  readonly alt: string | null
  readonly width: number | null
  readonly height: number | null
  /** `frame`: in the header, footer, nav or an aside of the page. `filler`: a placeholder or a tracking pixel. */
  readonly role: 'content' | 'frame' | 'filler'
}

export interface HeadingFact {
  readonly level: number
  readonly text: string
}

/** How an author's name is marked up, from certain to likely. */
export type BylineKind = 'itemprop-name' | 'itemprop' | 'class-name' | 'rel' | 'link' | 'class' | 'text'

export interface BylineFact {
  readonly kind: BylineKind
  /** Its runs of text between tags, divided by line feeds. */
  readonly text: string
  /** Number of its start tag: the authors of one work stand close together. */
  readonly order: number
}

export interface ScriptFact {
  /** Null for inline scripts; scripts with `data:` URLs are left out. */
  readonly src: string | null
  readonly id: string | null
  readonly type: string | null
  /** The beginning of an inline script. */
  readonly start: string
}

/** A list that may be cut, with the count of all. */
export interface Counted<Item> {
  readonly items: readonly Item[]
  readonly total: number
}

/** All facts of a page from one pass; plain data that can be cloned and sent. */
export interface PageFacts {
  readonly charset: string
  /** The document base URL: `base` applied to the final URL. */
  readonly baseUrl: string
  /** `lang` and `xml:lang` of the root element. */
  readonly lang: string | null
  readonly xmlLang: string | null
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
  /** Number of the start tag of the first h1 in the body; null without one. */
  readonly titleOrder: number | null
  readonly itemTexts: Readonly<Record<string, string>>
  readonly scripts: readonly ScriptFact[]
  /** Markers of technologies in the markup: `id:…`, `attribute:…`, `tag:…`. */
  readonly markers: readonly string[]
  readonly structured: StructuredFacts
  /** The top-level nodes of the JSON-LD blocks and of their graphs, in order. */
  readonly jsonLdNodes: readonly JsonObject[]
  readonly words: number
  /** Fingerprint of the text outside header, footer, nav and aside; null unless the fact `site` is needed. */
  readonly mainText: TextFingerprint | null
  /** Why the response is a bot challenge or a refusal instead of the page; null for a page. */
  readonly blocked: string | null
}

/** Facts that are expensive to collect and that few parts of a result need. */
export const expensiveFacts = ['anchors', 'images', 'markers', 'items', 'words'] as const
/** `site`: the texts of the links and the fingerprint of the main text, for a report on the site. */
export type ExpensiveFact = (typeof expensiveFacts)[number] | 'site'

/** What a result may need. */
export const allFacts: ReadonlySet<ExpensiveFact> = new Set(expensiveFacts)
