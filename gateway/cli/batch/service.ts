import type { Readable } from 'node:stream'
import type { Call, Calls } from './calls.ts'
import { ServiceError } from './service-error.ts'
import { type Page, readPage, readStatus, type Status } from './status.ts'

/** The answer to a submission comes once all its lines are stored. */
const SUBMISSION_ANSWER_MS = 600_000

/** The routes `/batches` of a running service. Methods reject with a ServiceError, or as the caller left. */
export interface Service {
  /** `body` is NDJSON, sent as it is read; `query` the operation and its parameters. */
  submit(query: Readonly<Record<string, string>>, body: Readable): Promise<Status>
  create(batch: Readonly<Record<string, unknown>>): Promise<Status>
  /** With the waiting of up to `hosts` hosts, where the service tells it. */
  status(id: string, hosts?: number): Promise<Status>
  /** In any state where none is named; `after` is the `next` of the page before. */
  page(asked: { readonly state: string | null; readonly after: string | null }): Promise<Page>
  change(id: string, what: 'pause' | 'resume' | 'cancel'): Promise<Status>
  /** NDJSON lines with a number above `after`; `isFollowing` stays until the batch has ended. */
  results(id: string, after: number, isFollowing: boolean): Promise<AsyncIterable<Uint8Array>>
}

/** `url` is for messages. */
export function batchService(calls: Calls, url: string): Service {
  async function answerOf<T>(call: Call, read: (text: string) => T | null): Promise<T> {
    const answer = read(await calls.text(call))
    if (answer !== null) return answer
    const message = `What answers at ${url} is not PageProbe: set PAGEPROBE_URL`
    throw new ServiceError(message, { isPassing: false })
  }
  const ask = (call: Call) => answerOf(call, readStatus)
  const submission = { method: 'POST', answerMs: SUBMISSION_ANSWER_MS } as const

  return {
    submit(query, body) {
      const path = `/batches?${new URLSearchParams(query)}`
      return ask({ ...submission, path, body, type: 'application/x-ndjson' })
    },
    create: (batch) =>
      ask({ ...submission, path: '/batches', body: JSON.stringify(batch), type: 'application/json' }),
    status: (id, hosts) => ask({ path: pathOf(id, hosts === undefined ? {} : { hosts }), id }),
    page({ state, after }) {
      const query = new URLSearchParams({
        ...(state !== null && { state }),
        ...(after !== null && { after }),
      })
      return answerOf({ path: `/batches?${query}` }, readPage)
    },
    change(id, what) {
      if (what === 'cancel') return ask({ path: pathOf(id), id, method: 'DELETE' })
      return ask({ path: `${pathOf(id)}/${what}`, id, method: 'POST' })
    },
    results: (id, after, isFollowing) =>
      calls.stream({ path: pathOf(id, { after, ...(isFollowing && { follow: true }) }, '/results'), id }),
  }
}

function pathOf(id: string, query: Readonly<Record<string, unknown>> = {}, below = ''): string {
  const asked = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return `/batches/${encodeURIComponent(id)}${below}${asked.length === 0 ? '' : `?${asked.join('&')}`}`
}
