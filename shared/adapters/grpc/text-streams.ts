import type { Client, ClientReadableStream, ServiceDefinition } from '@grpc/grpc-js'
import { type Sites, selectionMessage } from '#shared/rpc/site-calls.ts'
import type { TextReply } from '#shared/rpc/text-stream.ts'
import { type AnyMethod, noMetadata, serverStream, toCallFailure } from './calls.ts'

export interface TextOptions {
  /** Name of the service in failures. */
  readonly service: string
  readonly method: AnyMethod
  readonly request: object
  readonly signal: AbortSignal
  /** Milliseconds until the first message. The others have no limit. */
  readonly firstMs: number
}

const NO_DEADLINE = Number.POSITIVE_INFINITY

/** Opens a stream of text; null when there is no such text. */
export async function readText(
  server: Client,
  { service, method, request, signal, firstMs }: TextOptions,
): Promise<AsyncIterable<Uint8Array> | null> {
  const call = serverStream<TextReply>(server, method, request, noMetadata, NO_DEADLINE)
  const cancel = () => call.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  const text = { service, call, replies: call[Symbol.asyncIterator]() as AsyncIterator<TextReply> }
  const onEnd = () => signal.removeEventListener('abort', cancel)
  return (await isKnown(text, firstMs)) ? streamPieces(text, onEnd) : null
}

/** A report is made before its first byte, of a large site within this time. */
const REPORT_MS = 120_000

/** `Report` and `Pages` of a service that has them, on a server. The first rows come within `pagesMs` milliseconds. */
export function siteReader(service: string, methods: ServiceDefinition, pagesMs: number) {
  const read = (
    server: Client,
    name: string,
    request: object,
    options: Pick<TextOptions, 'signal' | 'firstMs'>,
  ) => readText(server, { ...options, service, method: methods[name] as AnyMethod, request })
  return (server: Client): Sites => ({
    report: async (batch, { compare, examples, signal }) => {
      const request = { ...batch, compare: compare ?? '', ...(examples !== undefined && { examples }) }
      return wholeText(await read(server, 'Report', request, { signal, firstMs: REPORT_MS }))
    },
    pages: (batch, { after, limit, selection, signal }) => {
      const chosen = selection === undefined ? {} : { selection: selectionMessage(selection) }
      const request = { ...batch, after, ...(limit !== null && { limit }), ...chosen }
      return read(server, 'Pages', request, { signal, firstMs: pagesMs })
    },
  })
}

async function wholeText(pieces: AsyncIterable<Uint8Array> | null): Promise<string | null> {
  if (pieces === null) return null
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return Buffer.concat(all).toString()
}

interface OpenText {
  readonly service: string
  readonly call: ClientReadableStream<TextReply>
  readonly replies: AsyncIterator<TextReply>
}

/** Whether there is such a text, as the first message says. */
async function isKnown({ service, call, replies }: OpenText, limitMs: number): Promise<boolean> {
  const timer = setTimeout(() => call.cancel(), limitMs)
  try {
    const { value } = await replies.next()
    return (value as TextReply | undefined)?.isKnown ?? false
  } catch (error) {
    throw toCallFailure(service, error)
  } finally {
    clearTimeout(timer)
  }
}

async function* streamPieces(
  { service, call, replies }: OpenText,
  onEnd: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = await replies.next(); !next.done; next = await replies.next()) yield next.value.piece
  } catch (error) {
    throw toCallFailure(service, error)
  } finally {
    onEnd()
    call.cancel()
  }
}
