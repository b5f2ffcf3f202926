import type { MemoryBudget } from '#shared/async/memory-budget.ts'
import type { Egress } from '#shared/egress/egress.ts'
import type { ProbeAnswer } from '#shared/ports/lookups.ts'
import { makeConnections } from './connection/connections.ts'
import { makeExchange } from './connection/exchange.ts'
import { type FetchContext, fetchPage } from './fetch-page.ts'
import type { HttpLimits } from './http-limits.ts'
import type { HttpResult, PageRequest } from './page-request.ts'
import { type ProbeRequest, probe } from './probe.ts'

/** The only HTTP client towards targets. Every address that it connects to has passed the egress policy. */
export interface HttpClient {
  /**
   * Fetches a page with GET, following redirects; any status is an answer. Rejects with a `Failure`: `INVALID_URL` when
   * the target, or one that a redirect leads to, is refused; `URL_UNREACHABLE`; `TIMEOUT`; `RESPONSE_TOO_LARGE`;
   * `SERVICE_UNAVAILABLE` when there is no memory for its body. With
   * the reason of `request.signal` when that is aborted, with what `request.enter` rejects with.
   */
  fetchPage(request: PageRequest): Promise<HttpResult>
  /**
   * Asks with HEAD, then with a ranged GET where HEAD gives an error; never follows redirects. A target that `enter`
   * rejects with a `Failure` is not asked: `refused`. Rejects only with the reason of `request.signal`.
   */
  probe(request: ProbeRequest): Promise<ProbeAnswer>
  /** Closes all connections. What is still in flight fails. */
  close(): Promise<void>
}

export interface HttpClientOptions {
  readonly egress: Egress
  readonly limits: HttpLimits
  readonly memory: MemoryBudget
}

export function makeHttpClient({ egress, limits, memory }: HttpClientOptions): HttpClient {
  const connections = makeConnections(egress.connector, limits)
  const context: FetchContext = { egress, exchange: makeExchange(connections), limits, memory }
  return {
    fetchPage: (request) => fetchPage(context, request),
    probe: (request) => probe(context, request),
    close: () => connections.agent.destroy(),
  }
}
