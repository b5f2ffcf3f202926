import type { Readable } from 'node:stream'
import { text as textIn } from 'node:stream/consumers'
import { Agent, type Dispatcher, request } from 'undici'
import { FileError } from '../file-error.ts'
import { connectionError, errorFromResponse, ServiceError } from './service-error.ts'

/** How long the service may take to be connected with, and to begin an answer, in milliseconds. */
const CONNECT_MS = 10_000
const RESPONSE_MS = 30_000

/** A request; GET when nothing is said. */
export interface ApiRequest {
  readonly path: string
  readonly method?: Dispatcher.HttpMethod
  readonly body?: string | Readable
  /** Media type of the body. */
  readonly type?: string
  readonly responseMs?: number
  /** The batch that is asked for. */
  readonly id?: string
}

export interface HttpClientOptions {
  /** http or https, without a slash at its end. */
  readonly url: string
  readonly key: string | null
  readonly signal: AbortSignal
}

/** Bodies of successful answers. Rejects with a ServiceError, with what a body's file threw, or as the signal was aborted. */
export interface HttpClient {
  text(call: ApiRequest): Promise<string>
  /** In pieces as they come; ends with a ServiceError where the connection breaks. */
  stream(call: ApiRequest): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

export function makeHttpClient({ url, key, signal }: HttpClientOptions): HttpClient {
  // A quiet stream of results is no broken one: a dead connection is found by the operating system's probes.
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, bodyTimeout: 0 })

  function toError(error: unknown): unknown {
    if (signal.aborted) return signal.reason
    return error instanceof FileError ? error : connectionError(url, error)
  }

  async function send({ path, method = 'GET', body, type, responseMs = RESPONSE_MS }: ApiRequest) {
    const headers = { ...(key !== null && { 'x-api-key': key }), ...(type && { 'content-type': type }) }
    try {
      return await request(`${url}${path}`, {
        ...{ method, headers, signal, dispatcher: agent, headersTimeout: responseMs },
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      throw toError(error)
    }
  }

  async function* chunks(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* body
    } catch (error) {
      throw toError(error)
    }
  }

  async function stream(call: ApiRequest): Promise<AsyncIterable<Uint8Array>> {
    const { statusCode, body } = await send(call)
    if (statusCode < 300) return chunks(body)
    const text = await textIn(chunks(body))
    if (statusCode === 404 && call.id !== undefined) throw unknownBatchError(call.id, url)
    throw errorFromResponse(statusCode, text, url, key !== null)
  }

  return { stream, text: async (call) => textIn(await stream(call)), close: () => agent.destroy() }
}

function unknownBatchError(id: string, url: string): ServiceError {
  return new ServiceError(`There is no batch ${id} at ${url}`, { isTransient: false, status: 404 })
}
