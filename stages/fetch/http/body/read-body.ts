import type { MemoryReservation } from '#shared/async/memory-budget.ts'
import type { HttpResponse } from '../connection/exchange.ts'
import { fieldValue } from '../message/header-fields.ts'
import { contentType, mediaType } from '../message/media-type.ts'
import { sniffLength } from '../message/sniff-media-type.ts'
import { decompressionBombFailure, InvalidResponse, tooLarge } from '../message/target-failures.ts'
import type { HeaderFields, HttpResult, PageRequest } from '../page-request.ts'
import { ChunkList } from './chunk-list.ts'
import { type ContentCoding, contentCodings, windowBytes } from './content-coding.ts'
import { bufferLimits, decodeBuffered } from './decode-buffered.ts'
import {
  type ChunkConsumer,
  DecompressionBomb,
  type DecompressionLimits,
  decodeStream,
  type StreamEnd,
} from './decode-stream.ts'
import type { SyncCoding } from './decompress-sync.ts'

export type ResponseBody = Pick<HttpResult, 'body' | 'chunks' | 'bodyBytes' | 'truncated' | 'typeRejected'>

/** The bounds and wishes of one request, defaults filled in. */
export interface BodyOptions
  extends Pick<PageRequest, 'url' | 'acceptContentType' | 'overflow' | 'gunzipsFile' | 'asChunks'> {
  readonly sink: ReturnType<NonNullable<PageRequest['sink']>> | undefined
  readonly maxBytes: number
  readonly decompression: DecompressionLimits
  /** Grows with the body. */
  readonly memory: MemoryReservation
}

interface Collector {
  readonly take: ChunkConsumer
  /** Asks about the type if there were too few bytes to ask before. */
  finish(): void
  body(): Pick<ResponseBody, 'body' | 'chunks'>
  readonly bytes: number
  readonly isCut: boolean
  readonly isRejected: boolean
}

/**
 * Reads an answer's body, decompressed. Rejects with `RESPONSE_TOO_LARGE` as soon as more than `maxBytes` were decoded, or
 * more than its codings may give; with `SERVICE_UNAVAILABLE` when there is no memory for it in time; with
 * `InvalidResponse` or the connection's error. A compressed stream that ends early gives what was decoded.
 */
export async function readBody(response: HttpResponse, options: BodyOptions): Promise<ResponseBody> {
  const codings = codingsOf(response, options)
  const collector = makeCollector(contentType(response.headers), options, codings.length > 0)
  const ending: StreamEnd = collector.isRejected
    ? 'stopped'
    : await decodeBody(response, codings, collector.take, options).catch((error: unknown) => {
        throw error instanceof DecompressionBomb
          ? decompressionBombFailure(options.url, options.maxBytes)
          : error
      })
  collector.finish()
  response.body.destroy()
  const body = collector.body()
  const { bytes: bodyBytes, isCut, isRejected: typeRejected } = collector
  if (ending === 'truncated' && bodyBytes === 0) throw new InvalidResponse('Nothing could be decoded')
  return { ...body, bodyBytes, truncated: ending === 'truncated' || isCut, typeRejected }
}

type Coding = ContentCoding | 'gzip-if-compressed'

function decodeBody(
  { body, headers }: HttpResponse,
  codings: readonly Coding[],
  take: ChunkConsumer,
  options: BodyOptions,
) {
  const { decompression, maxBytes } = options
  const [coding, ...more] = codings
  return more.length === 0 && canDecodeBuffered(coding) && wantsWholeBody(headers, options)
    ? decodeBuffered(body, coding, take, decompression, maxBytes)
    : decodeStream(body, codings, take, decompression)
}

function canDecodeBuffered(coding: Coding | undefined): coding is SyncCoding {
  return coding !== undefined && coding !== 'br' && coding !== 'gzip-if-compressed'
}

/** Nobody wants to stop inside the body, and it is not known to be long. */
function wantsWholeBody(headers: HeaderFields, { sink, overflow = 'fail' }: BodyOptions): boolean {
  const isTyped = mediaType(contentType(headers)) !== null
  const isLong = Number(fieldValue(headers, 'content-length')) > bufferLimits.maxBytes
  return sink === undefined && overflow === 'fail' && isTyped && !isLong
}

function codingsOf({ headers }: HttpResponse, { gunzipsFile = false }: BodyOptions): Coding[] {
  return gunzipsFile ? [...contentCodings(headers), 'gzip-if-compressed'] : contentCodings(headers)
}

function makeCollector(type: string | null, options: BodyOptions, isCompressed: boolean): Collector {
  const { url, maxBytes, overflow = 'fail', acceptContentType = () => true } = options
  const chunks = new ChunkList()
  const store = options.sink ?? ((chunk: Buffer) => chunks.add(chunk))
  let bytes = 0
  let isCut = false
  let isAccepted = mediaType(type) === null ? null : acceptContentType(type, Buffer.alloc(0))

  function checkType(): void {
    isAccepted ??= acceptContentType(type, Buffer.concat(chunks.all).subarray(0, sniffLength))
  }

  function reserveMemory(chunk: Buffer): Promise<void> | null {
    const all = Math.min(bytes + chunk.length, maxBytes)
    const kept = options.sink === undefined ? all : 0
    return options.memory.resize(kept + (isCompressed ? windowMemory(all, options) : 0))
  }

  function append(chunk: Buffer): void {
    const left = maxBytes - bytes
    const isOver = chunk.length > left
    if (isOver && overflow === 'fail') throw tooLarge(url, maxBytes)
    isCut = !store(isOver ? chunk.subarray(0, left) : chunk) || isOver
    bytes += Math.min(chunk.length, left)
  }

  function take(chunk: Buffer): boolean {
    append(chunk)
    if (bytes >= sniffLength) checkType()
    return isAccepted !== false && !isCut
  }

  return {
    take(chunk) {
      const waiting = reserveMemory(chunk)
      return waiting === null ? take(chunk) : waiting.then(() => take(chunk))
    },
    finish: checkType,
    body: () => toBody(isAccepted === false ? [] : chunks.all, options),
    get bytes() {
      return isAccepted === false ? 0 : bytes
    },
    get isCut() {
      return isCut
    },
    get isRejected() {
      return isAccepted === false
    },
  }
}

/** What a decoder remembers of what it gave; nobody waits for that before it is clear that the body is no bomb. */
function windowMemory(bytes: number, { decompression }: BodyOptions): number {
  return Math.min(Math.max(0, bytes - decompression.ratioFromBytes), windowBytes)
}

function toBody(
  chunks: readonly Buffer[],
  { asChunks = false }: BodyOptions,
): Pick<ResponseBody, 'body' | 'chunks'> {
  return asChunks ? { body: Buffer.alloc(0), chunks } : { body: Buffer.concat(chunks) }
}
