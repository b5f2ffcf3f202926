import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { type ConnectionLimits, makeConnections } from './connection/connections.ts'
import { makeExchange } from './connection/exchange.ts'
import { type FetchContext, fetchPage, type PageLimits } from './fetch-page.ts'
import type { HttpResult, PageRequest } from './page-request.ts'
import { type ProbeRequest, probe } from './probe.ts'

/** The only HTTP client for targets. Every address it connects to has passed the egress policy. */
export interface HttpClient {
  /**
   * Fetches a page with GET and follows redirects. A response with any status is a result. Rejects with a
   * `Failure`: `INVALID_URL` when the target, or the target of a redirect, is not allowed; `URL_UNREACHABLE`;
   * `TIMEOUT`; `RESPONSE_TOO_LARGE`; `SERVICE_UNAVAILABLE` when there is no memory for the body. Also rejects
   * with the reason of `request.signal` when it aborts, and with the rejection of `request.beforeRequest`.
   */
  fetchPage(request: PageRequest): Promise<HttpResult>
  /**
   * Sends HEAD, then a GET with a range where HEAD fails. Never follows redirects. A target that
   * `beforeRequest` rejects with a `Failure` gets no request: the answer is `refused`. Rejects only with the
   * reason of `request.signal`.
   */
  probe(request: ProbeRequest): Promise<ProbeAnswer>
  /** Closes all connections. Requests in flight fail. */
  close(): Promise<void>
}

export interface HttpClientOptions {
  readonly egress: Egress
  readonly limits: PageLimits & Partial<ConnectionLimits>
  readonly memory: MemoryBudget
}

/** Makes the client. Its connections stay open until `close`. */
export function makeHttpClient({ egress, limits, memory }: HttpClientOptions): HttpClient {
  const connections = makeConnections(egress.connector, limits)
  const context: FetchContext = { egress, exchange: makeExchange(connections), limits, memory }
  return {
    fetchPage: (request) => fetchPage(context, request),
    probe: (request) => probe(context, request),
    close: () => connections.agent.destroy(),
  }
}
