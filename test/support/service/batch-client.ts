import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** The status of a batch as the service returns it (infra/docs/batches.md#batches). */
export interface BatchAnswer {
  readonly id: string
  readonly state: 'open' | 'running' | 'paused' | 'cancelled' | 'finished'
  readonly counts: Readonly<
    Record<'accepted' | 'rejected' | 'waiting' | 'running' | 'done' | 'failed', number>
  >
  readonly rejected: readonly { readonly line: number; readonly reason: string }[]
}

/** A line of a batch's results. */
export interface BatchLine {
  readonly n: number
  readonly id: string
  readonly url: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly code?: string
}

/** Batches of a service, over HTTP as any client uses them. */
export interface BatchClient {
  /** Sends the lines as a stream; rejects for any answer but 202. `query` holds the operation and its parameters. */
  submit(lines: Iterable<string>, query?: string): Promise<BatchAnswer>
  /** Crawls from these pages on, metadata unless another operation is named; rejects for any answer but 202. */
  crawl(urls: readonly string[], maxPages: number, operation?: string): Promise<BatchAnswer>
  /** Rejects when the service does not answer. */
  status(id: string): Promise<BatchAnswer>
  /** All lines so far; with `isFollowing`, until the batch has ended. */
  results(id: string, isFollowing?: boolean): AsyncIterable<BatchLine>
  cancel(id: string): Promise<void>
  /**
   * Resolves when the batch has ended; retries while the service is unavailable. `look` is called with each answer.
   */
  untilEnded(id: string, onStatus?: (answer: BatchAnswer) => void): Promise<BatchAnswer>
}

const LINES_PER_CHUNK = 500
const POLL_MS = 250
const TIMEOUT_MS = 10_000

export function batchClient(base: string, key: string): BatchClient {
  const headers = { 'x-api-key': key }

  async function status(id: string): Promise<BatchAnswer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(`${base}/batches/${id}`, { headers, signal })
    if (answer.status !== 200) throw new Error(`the status of the batch was answered with ${answer.status}`)
    return (await answer.json()) as BatchAnswer
  }

  async function post(query: string, type: string, body: string | ReadableStream): Promise<BatchAnswer> {
    const answer = await fetch(`${base}/batches${query}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
      duplex: 'half',
    } as RequestInit)
    const text = await answer.text()
    if (answer.status !== 202) throw new Error(`the batch was answered with ${answer.status}: ${text}`)
    return JSON.parse(text) as BatchAnswer
  }

  return {
    status,
    async cancel(id) {
      const { status: code } = await fetch(`${base}/batches/${id}`, { method: 'DELETE', headers })
      if (code !== 200) throw new Error(`the cancellation was answered with ${code}`)
    },
    async submit(lines, query = 'operation=metadata&fields=basic') {
      const body = Readable.toWeb(Readable.from(chunks(lines))) as ReadableStream
      return post(`?${query}`, 'application/x-ndjson', body)
    },
    crawl(urls, maxPages, operation = 'metadata') {
      const crawl = { seeds: urls, max_pages: maxPages }
      return post('', 'application/json', JSON.stringify({ operation, crawl }))
    },
    async *results(id, isFollowing = false) {
      const answer = await fetch(`${base}/batches/${id}/results?follow=${isFollowing}`, { headers })
      if (answer.status !== 200 || answer.body === null) {
        throw new Error(`the results were answered with ${answer.status}`)
      }
      const lines = createInterface({ input: Readable.fromWeb(answer.body as never) })
      for await (const line of lines) if (line !== '') yield JSON.parse(line) as BatchLine
    },
    async untilEnded(id, onStatus = () => undefined) {
      for (;;) {
        const answer = await status(id).catch(() => null)
        if (answer !== null) {
          onStatus(answer)
          if (answer.state === 'finished' || answer.state === 'cancelled') return answer
        }
        await sleep(POLL_MS)
      }
    },
  }
}

function* chunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = []
  for (const line of lines) {
    chunk.push(line)
    if (chunk.length < LINES_PER_CHUNK) continue
    yield Buffer.from(`${chunk.join('\n')}\n`)
    chunk = []
  }
  if (chunk.length > 0) yield Buffer.from(`${chunk.join('\n')}\n`)
}
