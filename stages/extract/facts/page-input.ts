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
