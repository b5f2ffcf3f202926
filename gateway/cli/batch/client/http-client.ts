import { buffer as bytesIn, text as textIn } from 'node:stream/consumers'
import { Agent, type Dispatcher, request } from 'undici'
import { connectionError, errorFromResponse, ServiceError } from '../errors.ts'

/** Time limits for connecting and for the response headers, in milliseconds. */
const CONNECT_MS = 10_000
const RESPONSE_MS = 30_000

/** A request; its method is GET unless given. */
export interface ApiRequest {
  readonly path: string
  readonly method?: Dispatcher.HttpMethod
  readonly body?: string | Buffer
  /** Media type of the body. */
  readonly type?: string
  /** Media type of the answer, where the route has several. */
  readonly accept?: string
  readonly responseMs?: number
  /** The batch that the request is about. */
  readonly id?: string
}

export interface HttpClientOptions {
  /** An http or https URL without a trailing slash. */
  readonly url: string
  readonly key: string | null
  readonly signal: AbortSignal
}

/**
 * Reads the bodies of successful responses. Methods reject with a ServiceError, or with the reason of the aborted signal.
 */
export interface HttpClient {
  text(apiRequest: ApiRequest): Promise<string>
  bytes(apiRequest: ApiRequest): Promise<Buffer>
  /** The body in chunks as they arrive; throws a ServiceError when the connection breaks. */
  stream(apiRequest: ApiRequest): Promise<AsyncIterable<Uint8Array>>
  close(): Promise<void>
}

/** Makes a client that sends the key with each request; the signal aborts all requests. */
export function makeHttpClient({ url, key, signal }: HttpClientOptions): HttpClient {
  // A silent stream of results is a valid one: TCP keep-alive probes find a dead connection.
  const agent = new Agent({ connect: { timeout: CONNECT_MS }, bodyTimeout: 0 })

  function toError(error: unknown): unknown {
    if (signal.aborted) return signal.reason
    return connectionError(url, error)
  }

  async function send(apiRequest: ApiRequest) {
    const { path, method = 'GET', body, responseMs = RESPONSE_MS } = apiRequest
    const headers = headersOf(apiRequest, key)
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

  async function stream(apiRequest: ApiRequest): Promise<AsyncIterable<Uint8Array>> {
    const { statusCode, headers, body } = await send(apiRequest)
    if (statusCode < 300) return chunks(body)
    const text = await textIn(chunks(body))
    if (statusCode === 404 && apiRequest.id !== undefined) throw unknownBatchError(apiRequest.id, url)
    const retryAfter = headers['retry-after']
    const facts = { status: statusCode, body: text, retryAfter: String(retryAfter ?? '') }
    throw errorFromResponse(facts, url, key !== null)
  }

  return {
    stream,
    text: async (apiRequest) => textIn(await stream(apiRequest)),
    bytes: async (apiRequest) => bytesIn(await stream(apiRequest)),
    close: () => agent.destroy(),
  }
}

function headersOf({ type, accept }: ApiRequest, key: string | null): Record<string, string> {
  return {
    ...(key !== null && { 'x-api-key': key }),
    ...(type && { 'content-type': type }),
    ...(accept && { accept }),
  }
}

function unknownBatchError(id: string, url: string): ServiceError {
  return new ServiceError(`There is no batch ${id} at ${url}`, { isTransient: false, status: 404 })
}
