/** A page as the fetch stage received it. */
export interface PageInput {
  /** The URL as the caller wrote it. */
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Names in lower case; one entry for each header line. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  /** Decompressed. */
  readonly body: Uint8Array
  /** One for each redirect that was followed; `location` is absolute. */
  readonly redirects: readonly Redirect[]
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly uaFamily: 'desktop' | 'mobile'
  /** Whether robots.txt allows the page for Googlebot (RFC 9309); null when it was not requested. */
  readonly robotsTxtAllowed: boolean | null
}

export interface Redirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

/**
 * Limits of one extraction. Data beyond them is ignored, and reported as truncated where the result has a key for
 * it.
 */
export interface Budgets {
  /** Nesting depth of elements; browsers stop at 512 too. */
  readonly maxDepth: number
  /** Attributes of one tag, among those that collectors read. */
  readonly maxAttributes: number
  readonly maxAttributeChars: number
  /** Number of texts that are captured at the same time. */
  readonly maxCaptures: number
  /** Characters of one heading, byline or paragraph. */
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
