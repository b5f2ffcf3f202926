import type { Client, ClientWritableStream } from '@grpc/grpc-js'
import { unavailable } from '#shared/errors.ts'
import { byteChunks, CHUNK_BYTES } from '#shared/rpc/text-stream.ts'
import { type AnyMethod, noMetadata, toCallFailure } from './calls.ts'

export interface Upload {
  /** Name of the service in failures. */
  readonly service: string
  readonly method: AnyMethod
  /** The first message: what the body is. */
  readonly first: object
  readonly body: AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}

/**
 * Sends a first message, the body in pieces and its end, and resolves with the answer. The first failure decides: of the body, or
 * of the other part. An answer that comes before the end of the body is the answer.
 */
export async function upload(
  server: Client,
  { service, method, first, body, signal }: Upload,
): Promise<unknown> {
  const { call, reply } = open(server, service, method)
  const ended = new AbortController()
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel)
  const write = makeWrite(call, service, ended.signal)
  const sent = send(call, write, first, body)
  try {
    if (signal.aborted) cancel()
    return await Promise.race([reply, sent.then(() => reply)])
  } finally {
    sent.catch(() => undefined)
    ended.abort()
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

function open(server: Client, service: string, { path, requestSerialize, responseDeserialize }: AnyMethod) {
  const replied = Promise.withResolvers<unknown>()
  const call = server.makeClientStreamRequest(
    path,
    requestSerialize,
    responseDeserialize,
    noMetadata,
    {},
    (error, message) => (error === null ? replied.resolve(message) : replied.reject(error)),
  )
  call.on('error', () => undefined) // The reply rejects with this error.
  const reply = replied.promise.catch((error) => {
    throw toCallFailure(service, error)
  })
  return { call, reply }
}

type Write = (message: object) => Promise<void>

async function send(
  call: ClientWritableStream<unknown>,
  write: Write,
  first: object,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  await write(first)
  for await (const bytes of body) {
    for (const piece of byteChunks(bytes, CHUNK_BYTES)) await write({ piece })
  }
  await write({ isWhole: true })
  call.end()
}

/**
 * Makes the function that writes a message and resolves when the call accepts more. It rejects once the call has ended: gRPC
 * silently drops messages written after that.
 */
function makeWrite(call: ClientWritableStream<unknown>, service: string, ended: AbortSignal): Write {
  return (message) =>
    new Promise((resolve, reject) => {
      const abort = () => reject(unavailable(service))
      if (ended.aborted) return abort()
      ended.addEventListener('abort', abort, { once: true })
      call.write(message, () => {
        ended.removeEventListener('abort', abort)
        resolve()
      })
    })
}
