import type { Readable } from 'node:stream'
import { type BatchPage, type BatchStatus, readPage, readStatus } from './batch-status.ts'
import type { ApiRequest, HttpClient } from './http-client.ts'
import { ServiceError } from './service-error.ts'

/** The service answers a submission once all its lines are stored. */
const SUBMISSION_RESPONSE_MS = 600_000

/**
 * Client of the routes `/batches` of a running service. Methods reject with a ServiceError, or with the reason of the
 * aborted signal.
 */
export interface BatchService {
  /** `body` is NDJSON and is sent as it is read; `query` holds the operation and its parameters. */
  submit(query: Readonly<Record<string, string>>, body: Readable): Promise<BatchStatus>
  create(batch: Readonly<Record<string, unknown>>): Promise<BatchStatus>
  /** With the queue lengths of up to `hosts` hosts, where the service reports them. */
  status(id: string, hosts?: number): Promise<BatchStatus>
  /** A `state` of null selects all states; `after` is the `next` of the previous page. */
  page(filter: { readonly state: string | null; readonly after: string | null }): Promise<BatchPage>
  change(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<BatchStatus>
  /** NDJSON lines with a number above `after`; with `isFollowing` the stream stays open until the batch has ended. */
  results(id: string, after: number, isFollowing: boolean): Promise<AsyncIterable<Uint8Array>>
}

/** Makes a client of the batch routes. `url` appears in error messages. */
export function makeBatchService(http: HttpClient, url: string): BatchService {
  async function requestParsed<T>(request: ApiRequest, read: (text: string) => T | null): Promise<T> {
    const answer = read(await http.text(request))
    if (answer !== null) return answer
    const message = `What answers at ${url} is not PageProbe: set PAGEPROBE_URL`
    throw new ServiceError(message, { isTransient: false })
  }
  const requestStatus = (request: ApiRequest) => requestParsed(request, readStatus)
  const submission = { method: 'POST', responseMs: SUBMISSION_RESPONSE_MS } as const

  return {
    submit(query, body) {
      const path = `/batches?${new URLSearchParams(query)}`
      return requestStatus({ ...submission, path, body, type: 'application/x-ndjson' })
    },
    create: (batch) =>
      requestStatus({
        ...submission,
        path: '/batches',
        body: JSON.stringify(batch),
        type: 'application/json',
      }),
    status: (id, hosts) => requestStatus({ path: pathOf(id, hosts === undefined ? {} : { hosts }), id }),
    page({ state, after }) {
      const query = new URLSearchParams({
        ...(state !== null && { state }),
        ...(after !== null && { after }),
      })
      return requestParsed({ path: `/batches?${query}` }, readPage)
    },
    change(id, action) {
      if (action === 'cancel') return requestStatus({ path: pathOf(id), id, method: 'DELETE' })
      return requestStatus({ path: `${pathOf(id)}/${action}`, id, method: 'POST' })
    },
    results: (id, after, isFollowing) =>
      http.stream({ path: pathOf(id, { after, ...(isFollowing && { follow: true }) }, '/results'), id }),
  }
}

function pathOf(id: string, query: Readonly<Record<string, unknown>> = {}, below = ''): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return `/batches/${encodeURIComponent(id)}${below}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}
