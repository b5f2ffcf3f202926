import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that the fake service received. */
export interface ReceivedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/**
 * Responders by `METHOD path`, without query; each is used once, in order, and the last one for all further requests.
 */
export type Responders = Readonly<Record<string, readonly Responder[]>>
export type Responder = (response: ServerResponse, requests: ReceivedRequest) => unknown

/** A fake of the batch routes (infra/docs/batches.md#batches). */
export interface FakeService {
  readonly url: string
  readonly requests: ReceivedRequest[]
  close(): Promise<void>
}

export async function openFakeService(answers: Responders): Promise<FakeService> {
  const requests: ReceivedRequest[] = []
  const used = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request
    const one = { method, path, headers, body: await text(request).catch(() => '') }
    requests.push(one)
    const route = `${method} ${path.split('?')[0]}`
    const list = answers[route] ?? []
    const useCount = used.get(route) ?? 0
    used.set(route, useCount + 1)
    const answer = list[Math.min(useCount, list.length - 1)]
    if (answer === undefined) json(404, errorBody('NOT_FOUND', 'There is no such thing', {}))(response)
    else await answer(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): (response: ServerResponse) => void {
  return (response) => {
    const all = { 'content-type': 'application/json', ...headers }
    response.writeHead(status, all).end(JSON.stringify(body))
  }
}

/** Answers of a service that takes all lines of a submission and starts it with this status. */
export function submission(started: StatusFields = { accepted: 2, waiting: 2 }) {
  return {
    'POST /batches': [json(202, statusBody({ state: 'open' }))],
    'PUT /batches/b1/lines': [takesLines],
    'POST /batches/b1/start': [json(200, statusBody(started))],
  } satisfies Responders
}

/** Takes lines, of which the service has none yet. */
export const takesLines: Responder = (response, { path, body }) => {
  const lines = body.split('\n').length - (body === '' || body.endsWith('\n') ? 1 : 0)
  const next = Number(new URL(path, 'http://x').searchParams.get('from')) + lines
  json(200, { accepted: lines, rejected: 0, next })(response)
}

/** Error shape C. */
export function errorBody(code: string, message: string, details: unknown) {
  return { success: false, error: { code, message, details } }
}

/** Streams chunks of NDJSON; with `breaks` the connection breaks after them. */
export function stream(chunks: readonly string[], breaks = false): Responder {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' })
    for (const chunk of chunks) response.write(chunk)
    if (breaks) setTimeout(() => response.destroy(), 50)
    else response.end()
  }
}

interface StatusFields {
  readonly state?: string
  readonly accepted?: number
  readonly rejected?: number
  readonly waiting?: number
  readonly running?: number
  readonly done?: number
  readonly failed?: number
  readonly lines?: readonly { line: number; reason: string }[]
}

/** The status of a batch `b1` (infra/docs/batches.md#batches). */
export function statusBody({ state = 'running', lines = [], ...counts }: StatusFields = {}) {
  return {
    id: 'b1',
    state,
    counts: { accepted: 0, rejected: 0, waiting: 0, running: 0, done: 0, failed: 0, ...counts },
    rejected: lines,
    created_at: '2026-11-22T10:00:00.000Z',
    finished_at: state === 'finished' || state === 'cancelled' ? '2026-11-22T10:01:40.000Z' : null,
  }
}

/** A line of results, with its line break. */
export function resultLine(n: number, result: unknown = { title: `Page ${n}` }): string {
  const head = { n, id: `b1.${n}`, operation: 'metadata', parameters: {}, url: `https://example.com/${n}` }
  return `${JSON.stringify({ ...head, result })}\n`
}
