/** A page as the fetch stage got it. */
export interface PageInput {
  /** The caller's spelling. */
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Names in lower case; one entry per header line. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Decompressed. */
  readonly body: Uint8Array
  /** One per redirect answered; `location` is absolute. */
  readonly redirects: readonly Redirect[]
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly uaFamily: 'desktop' | 'mobile'
  /** RFC 9309's verdict for Googlebot; null when it was not asked. */
  readonly robotsTxtAllowed: boolean | null
}

export interface Redirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

/** The bounds of one extraction. What lies beyond is passed over and, where the result can say so, said. */
export interface Budgets {
  /** Elements within elements; browsers have 512 too. */
  readonly maxDepth: number
  /** Of one tag, among those that matter here. */
  readonly maxAttributes: number
  readonly maxAttributeChars: number
  /** Texts collected at the same time. */
  readonly maxCaptures: number
  /** Of one heading, byline or paragraph. */
  readonly maxTextChars: number
  readonly maxMetas: number
  readonly maxLinkElements: number
  readonly maxAnchors: number
  readonly maxImages: number
  readonly maxScripts: number
  readonly maxJsonLdBlocks: number
  readonly maxJsonLdChars: number
  readonly maxSegmentedChars: number
}

export const defaultBudgets: Budgets = {
  maxDepth: 512,
  maxAttributes: 64,
  maxAttributeChars: 16_384,
  maxCaptures: 16,
  maxTextChars: 2_000,
  maxMetas: 1_000,
  maxLinkElements: 1_000,
  maxAnchors: 10_000,
  maxImages: 2_000,
  maxScripts: 500,
  maxJsonLdBlocks: 64,
  maxJsonLdChars: 1_048_576,
  maxSegmentedChars: 2_000_000,
}

/** The first value of a header; null when it was not sent. */
export function headerOf(page: Pick<PageInput, 'headers'>, name: string): string | null {
  return page.headers[name]?.[0] ?? null
}
