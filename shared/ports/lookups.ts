import type { RefusalReason } from '#shared/egress/verdict.ts'

/** May this URL be inspected? `unresolvable` is no refusal: the inspection will say that the target is unreachable. */
export type TargetVerdict =
  | { readonly kind: 'allowed' | 'unresolvable' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly message: string }

/** What a site's robots.txt says of one URL for one user agent (RFC 9309). */
export interface RobotsVerdict {
  readonly robotsUrl: string
  /** `found` was read; `absent` = 4xx, all allowed; `unreachable` = 5xx or no answer, all disallowed (RFC 9309, 2.3.1). */
  readonly state: 'found' | 'absent' | 'unreachable'
  readonly allowed: boolean
  /** The deciding line as written, its number (from 1) and the user-agent token of its group; null when no rule matched. */
  readonly rule: string | null
  readonly line: number | null
  readonly group: string | null
  /** Seconds, of the matching group; null when it names none. */
  readonly crawlDelay: number | null
  readonly sitemaps: readonly string[]
}

/** What one URL answered without following redirects. */
export interface ProbeAnswer {
  readonly url: string
  /** Null when it was not asked (refused by the policy) or gave no answer. */
  readonly status: number | null
  readonly location: string | null
  readonly contentType: string | null
  /** Null when it answered, else why it did not. */
  readonly error: 'refused' | 'dns_failure' | 'connection_failed' | 'tls_error' | 'timeout' | null
}

export interface ImageDescription {
  readonly url: string
  /** Pixels; null together with the colour when the image can't be had or decoded. */
  readonly width: number | null
  readonly height: number | null
  readonly format: string | null
  /** `#rrggbb` in lower case. */
  readonly dominantColor: string | null
}

/** The most time, in milliseconds, that the caller has left for the call. */
export interface Budget {
  readonly timeoutMs: number
  readonly traceparent?: string
}

/** What the fetch stage answers to the other parts. Rejects with `SERVICE_UNAVAILABLE` when no fetch stage answers in time. */
export interface Lookups {
  judgeTarget(url: string, budget: Budget): Promise<TargetVerdict>
  robots(url: string, userAgent: string, budget: Budget): Promise<RobotsVerdict>
  /** Asks each URL once (HEAD, then ranged GET where HEAD is not supported), in the order given. */
  probe(urls: readonly string[], budget: Budget): Promise<ProbeAnswer[]>
  describeImage(url: string, budget: Budget): Promise<ImageDescription>
  /** Resolves when a fetch stage reports that it serves. */
  ping(): Promise<void>
  close(): void
}
