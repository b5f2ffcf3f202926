import type { MemoryReservation } from '#shared/async/memory-budget.ts'
import type { PermitSource } from './permit-source.ts'
import type { RedirectState } from './redirects/redirect-state.ts'

/** Field names in lower case; a name's values in the order they came, each octet one character (U+0000 to U+00FF). */
export type HeaderFields = Readonly<Record<string, readonly string[]>>

/** One redirect that was answered, `location` absolute. */
export interface Redirect {
  readonly url: string
  readonly status: number
  readonly location: string
}

/** One page to ask for. What is left out is taken from the client's limits. */
export interface PageRequest {
  /** As the caller spells it: errors repeat it unchanged. */
  readonly url: string
  readonly userAgent: string
  /** Added to what is sent anyway; names in lower case. Never cookies: those live within one chain of redirects. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Ends the request early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for everything: resolving, connecting, every redirect and the last byte of the body. */
  readonly timeoutMs?: number | undefined
  /** Bytes of the body after decompression. */
  readonly maxBytes?: number | undefined
  readonly maxRedirects?: number | undefined
  /** A body over `maxBytes` is a failure, or is cut there and flagged `truncated` (robots.txt). Default: fail. */
  readonly overflow?: 'fail' | 'cut' | undefined
  /** What comes of more redirects than `maxRedirects`: a failure, or the next redirect is the answer. Default: fail. */
  readonly redirectOverflow?: 'fail' | 'return' | undefined
  /**
   * Asked at the headers of the last answer. What it gives takes the body instead of `Fetched.body`: decompressed, piece
   * by piece as it comes; false = no more.
   */
  readonly sink?: ((head: ResponseHead) => (chunk: Buffer) => boolean) | undefined
  /** The body is given as `Fetched.pieces`. Default: in one. */
  readonly asChunks?: boolean | undefined
  /** Holds the memory of the body until whoever asks releases it. Default: it is held until the body is given. */
  readonly memory?: MemoryReservation | undefined
  /** The file itself may be packed with gzip, whatever the headers say (sitemaps). Default: it is taken as it is. */
  readonly gunzipsFile?: boolean | undefined
  /**
   * Asked once, as soon as it can be known: at the headers, or, where their Content-Type is missing (null) or says
   * nothing, with the first bytes of the body (`sniffLength` of them, fewer if it is shorter). False leaves the body.
   */
  readonly acceptContentType?: ((type: string | null, firstBytes: Buffer) => boolean) | undefined
  /**
   * Asked before each URL of the chain is, the first one as the caller spells it, within the same `timeoutMs`. What it
   * rejects with ends the request, and nothing is sent to that URL.
   */
  readonly beforeRequest?: BeforeRequest | undefined
  /** Each request waits for its turn, within the same `timeoutMs`; ends with what that rejects with. Default: at once. */
  readonly permits?: PermitSource | undefined
  /** Where the request goes on that was interrupted; notes how far it comes. Default: from the start. */
  readonly redirectState?: RedirectState | undefined
  /** The trace (W3C `traceparent`) that the request belongs to. Never sent to the target. */
  readonly traceparent?: string | null
}

/**
 * Whether the URL may be asked: resolves if so, rejects with the reason if not. Nobody waits for it any more once the
 * signal is aborted.
 */
export type BeforeRequest = (url: string, signal: AbortSignal) => Promise<void>

export type ResponseHead = Pick<HttpResult, 'finalUrl' | 'status'>

/** What a page answered, any status. */
export interface HttpResult {
  /** As the caller spelled it. */
  readonly url: string
  /** After redirects; keeps a fragment as browsers do. */
  readonly finalUrl: string
  readonly status: number
  readonly headers: HeaderFields
  /** The header as sent, null when there is none. */
  readonly contentType: string | null
  /** Decompressed. Empty when the type was refused, when a `sink` got it, or it is in pieces. */
  readonly body: Buffer
  /** The body in the memory that it came in; where it was asked for like that. */
  readonly chunks?: readonly Buffer[]
  /** Those that the sink got, too. */
  readonly bodyBytes: number
  /** The body is not whole: its compressed stream ended early, or it was cut at `maxBytes` or by the sink. */
  readonly truncated: boolean
  /** `acceptContentType` said no. */
  readonly typeRejected: boolean
  readonly redirects: readonly Redirect[]
  /** Every Set-Cookie value of the chain, in order. */
  readonly setCookies: readonly string[]
  /**
   * Milliseconds since the start, `enter` included; `ttfbMs` to the last response's headers, `answerMs` to these from
   * asking the last URL, connecting included.
   */
  readonly timings: { readonly totalMs: number; readonly ttfbMs: number; readonly finalTtfbMs: number }
  readonly httpVersion: HttpVersion
}

/** What the connection speaks; a server's HTTP/1.0 counts as 1.1. */
export type HttpVersion = '1.1' | '2'
