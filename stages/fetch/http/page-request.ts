import type { MemoryReservation } from '#shared/async/memory-budget.ts'
import type { Redirect } from '#shared/messages/events/page-fetched.ts'
import type { BodyRequest, ResponseBody } from './body/read-body.ts'
import type { HttpVersion } from './connection/connections.ts'
import type { PermitSource } from './host-permits.ts'
import type { HeaderFields } from './message/header-fields.ts'
import type { RedirectRequest, RedirectState } from './redirects.ts'

/** A page to fetch. Omitted limits are those of the client. */
export interface PageRequest extends BodyRequest, RedirectRequest {
  readonly userAgent: string
  /**
   * Sent in addition to the default fields. Names in lower case. Never cookies: those belong to one redirect
   * chain.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Ends the request early. The request then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /**
   * Milliseconds for the whole request: name resolution, connecting, every redirect and the last byte of the
   * body.
   */
  readonly timeoutMs?: number | undefined
  /** Bytes of the body after decompression. */
  readonly maxBytes?: number | undefined
  readonly maxRedirects?: number | undefined
  /**
   * Called at the headers of the final response. Its return value consumes the body in place of
   * `body`: decompressed chunks, as they arrive. Returning false stops.
   */
  readonly sink?: ((head: ResponseHead) => (chunk: Buffer) => boolean) | undefined
  /** Holds the memory of the body until the caller releases it. Default: until the body is returned. */
  readonly memory?: MemoryReservation | undefined
  /**
   * Each request waits for its permit, within the same `timeoutMs`, and rejects as `acquire` does. Default:
   * no permits.
   */
  readonly permits?: PermitSource | undefined
  /**
   * Where an interrupted request continues. It records the progress of the request. Default: from the start.
   */
  readonly redirectState?: RedirectState | undefined
  /** The batch whose work it is; undefined = none. Never sent to the target. */
  readonly batch?: string | undefined
  /** The manners of that batch, as `encodePoliteness` writes them; undefined = the installation's. Never sent to the target. */
  readonly politeness?: string | undefined
  /** The trace (W3C `traceparent`) of the request. Never sent to the target. */
  readonly traceparent?: string | null
}

export type ResponseHead = Pick<HttpResult, 'finalUrl' | 'status'>

/** The response to a page request, with any status. */
export interface HttpResult extends ResponseBody {
  /** As the caller wrote it. */
  readonly url: string
  /** The URL after redirects. It keeps its fragment, as in browsers. */
  readonly finalUrl: string
  readonly status: number
  readonly headers: HeaderFields
  /** The header as sent. Null when it is missing. */
  readonly contentType: string | null
  readonly redirects: readonly Redirect[]
  /** Every Set-Cookie value of the chain, in order. */
  readonly setCookies: readonly string[]
  /**
   * Milliseconds since the start of the request, `beforeRequest` included. `ttfbMs` ends at the headers of
   * the final response. `finalTtfbMs` is the part from sending the last request, connecting included, to
   * these headers.
   */
  readonly timings: { readonly totalMs: number; readonly ttfbMs: number; readonly finalTtfbMs: number }
  readonly httpVersion: HttpVersion
}
