import type { MemoryReservation } from '#shared/async/memory-budget.ts'
import type { HttpResponse } from '../connection/exchange.ts'
import { fieldValue, type HeaderFields } from '../message/header-fields.ts'
import { contentType, mediaType, sniffLength } from '../message/media-type.ts'
import { InvalidResponse, tooLarge } from '../message/target-failures.ts'
import { ChunkList } from './chunk-list.ts'
import { type ContentCoding, contentCodings, windowBytes } from './content-coding.ts'
import { bufferLimits, decodeBuffered, type SyncCoding } from './decode-buffered.ts'
import {
  type ChunkConsumer,
  DecompressionBomb,
  decodeStream,
  decompressionLimits,
  type StreamEnd,
} from './decode-stream.ts'

export interface ResponseBody {
  /**
   * Decompressed. Empty when the type was rejected, when a `sink` consumed the body, or when `chunks` has it.
   */
  readonly body: Buffer
  /** The body in the buffers it arrived in, if `asChunks` was requested. */
  readonly chunks?: readonly Buffer[]
  /** Decompressed bytes, including those that the sink consumed. */
  readonly bodyBytes: number
  /**
   * The body is incomplete: its compressed stream ended early, or it was cut at `maxBytes` or by the sink.
   */
  readonly truncated: boolean
  /** `acceptContentType` returned false. */
  readonly typeRejected: boolean
}

/** The part of a page request that concerns the body. */
export interface BodyRequest {
  readonly url: string
  /**
   * A body over `maxBytes` is a failure, or it is cut there and marked as `truncated` (robots.txt). Default:
   * fail.
   */
  readonly overflow?: 'fail' | 'cut' | undefined
  /** Return the body as `chunks`. Default: as one buffer. */
  readonly asChunks?: boolean | undefined
  /**
   * The file itself may be compressed with gzip, whatever the headers say (sitemaps). Default: the file is
   * returned as it is.
   */
  readonly gunzipsFile?: boolean | undefined
  /**
   * Called once, as early as possible: at the headers, or, where Content-Type is missing (null) or says
   * nothing, with the first bytes of the body (`sniffLength` bytes, fewer if the body is shorter). False
   * discards the body.
   */
  readonly acceptContentType?: ((type: string | null, firstBytes: Buffer) => boolean) | undefined
}

/** The limits and options of one request, with the defaults filled in. */
export interface BodyOptions extends BodyRequest {
  /** Consumes the decoded chunks. Returning false stops. */
  readonly sink: ((chunk: Buffer) => boolean) | undefined
  readonly maxBytes: number
  /** Grows with the body. */
  readonly memory: MemoryReservation
}

interface Collector {
  readonly consume: ChunkConsumer
  /** Checks the content type if there were too few bytes for that before. */
  finish(): void
  body(): Pick<ResponseBody, 'body' | 'chunks'>
  readonly bytes: number
  readonly isCut: boolean
  readonly isRejected: boolean
}

/**
 * Reads and decompresses the body of a response. A truncated compressed stream yields the bytes decoded up to
 * there. Rejects with `RESPONSE_TOO_LARGE` as soon as more than `maxBytes`, or more than
 * `decompressionLimits` allow, were decoded; with `SERVICE_UNAVAILABLE` when no memory becomes free in time; with
 * `InvalidResponse`; or with the error of the connection.
 */
export async function readBody(response: HttpResponse, options: BodyOptions): Promise<ResponseBody> {
  const codings = codingsOf(response, options)
  const collector = makeCollector(contentType(response.headers), options, codings.length > 0)
  const end: StreamEnd = collector.isRejected
    ? 'stopped'
    : await decodeBody(response, codings, collector.consume, options).catch((error: unknown) => {
        throw error instanceof DecompressionBomb ? tooLarge(options.url, options.maxBytes, true) : error
      })
  collector.finish()
  response.body.destroy()
  const body = collector.body()
  const { bytes: bodyBytes, isCut, isRejected: typeRejected } = collector
  if (end === 'truncated' && bodyBytes === 0) throw new InvalidResponse('Nothing could be decoded')
  return { ...body, bodyBytes, truncated: end === 'truncated' || isCut, typeRejected }
}

type Coding = ContentCoding | 'gzip-if-compressed'

function decodeBody(
  { body, headers }: HttpResponse,
  codings: readonly Coding[],
  consume: ChunkConsumer,
  options: BodyOptions,
) {
  const [coding, ...more] = codings
  return more.length === 0 && canDecodeBuffered(coding) && wantsWholeBody(headers, options)
    ? decodeBuffered(body, coding, consume, options.maxBytes)
    : decodeStream(body, codings, consume)
}

function canDecodeBuffered(coding: Coding | undefined): coding is SyncCoding {
  return coding !== undefined && coding !== 'br' && coding !== 'gzip-if-compressed'
}

/** True when no reader may stop inside the body and the body is not known to be long. */
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
    return options.memory.resize(kept + (isCompressed ? windowMemory(all) : 0))
  }

  function append(chunk: Buffer): void {
    const left = maxBytes - bytes
    const isOver = chunk.length > left
    if (isOver && overflow === 'fail') throw tooLarge(url, maxBytes)
    isCut = !store(isOver ? chunk.subarray(0, left) : chunk) || isOver
    bytes += Math.min(chunk.length, left)
  }

  function consume(chunk: Buffer): boolean {
    append(chunk)
    if (bytes >= sniffLength) checkType()
    return isAccepted !== false && !isCut
  }

  return {
    consume(chunk) {
      const waiting = reserveMemory(chunk)
      return waiting === null ? consume(chunk) : waiting.then(() => consume(chunk))
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

/** The memory for a decoder's window. It is reserved only once the body is too long to be a small one. */
function windowMemory(bytes: number): number {
  return Math.min(Math.max(0, bytes - decompressionLimits.ratioFromBytes), windowBytes)
}

function toBody(
  chunks: readonly Buffer[],
  { asChunks = false }: BodyOptions,
): Pick<ResponseBody, 'body' | 'chunks'> {
  return asChunks ? { body: Buffer.alloc(0), chunks } : { body: Buffer.concat(chunks) }
}
