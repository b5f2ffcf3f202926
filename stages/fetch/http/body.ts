import type { MemoryReservation } from '#shared/async/memory-budget.ts'
import { type ContentCoding, contentCodings, windowBytes } from './content-coding.ts'
import { decode, type Ending, type Take, TooPacked, type Unpacking } from './decode.ts'
import { decodeAtOnce, short } from './decode-at-once.ts'
import type { Answer } from './exchange.ts'
import { InvalidResponse, tooLarge, tooPacked } from './failures.ts'
import { fieldValue } from './header-fields.ts'
import { contentType, mediaType } from './media-type.ts'
import type { Fetched, HeaderFields, PageRequest } from './page.ts'
import { Pieces } from './pieces.ts'
import { sniffLength } from './sniff.ts'
import type { CodingAtOnce } from './unpack-at-once.ts'

export type Body = Pick<Fetched, 'body' | 'pieces' | 'bodyBytes' | 'truncated' | 'refusedType'>

/** The bounds and wishes of one request, defaults filled in. */
export interface BodyOptions
  extends Pick<PageRequest, 'url' | 'acceptContentType' | 'overflow' | 'unpacks' | 'inPieces'> {
  readonly sink: ReturnType<NonNullable<PageRequest['sink']>> | undefined
  readonly maxBytes: number
  readonly unpacking: Unpacking
  /** Grows with the body. */
  readonly memory: MemoryReservation
}

interface Collector {
  readonly take: Take
  /** Asks about the type if there were too few bytes to ask before. */
  finish(): void
  body(): Pick<Body, 'body' | 'pieces'>
  readonly bytes: number
  readonly isCut: boolean
  readonly isRefused: boolean
}

/**
 * Reads an answer's body, decompressed. Rejects with `RESPONSE_TOO_LARGE` as soon as more than `maxBytes` were decoded, or
 * more than its codings may give; with `SERVICE_UNAVAILABLE` when there is no memory for it in time; with
 * `InvalidResponse` or the connection's error. A compressed stream that ends early gives what was decoded.
 */
export async function readBody(answer: Answer, options: BodyOptions): Promise<Body> {
  const codings = codingsOf(answer, options)
  const collector = makeCollector(contentType(answer.headers), options, codings.length > 0)
  const ending: Ending = collector.isRefused
    ? 'stopped'
    : await decoded(answer, codings, collector.take, options).catch((error: unknown) => {
        throw error instanceof TooPacked ? tooPacked(options.url, options.maxBytes) : error
      })
  collector.finish()
  answer.body.destroy()
  const body = collector.body()
  const { bytes: bodyBytes, isCut, isRefused: refusedType } = collector
  if (ending === 'truncated' && bodyBytes === 0) throw new InvalidResponse('Nothing could be decoded')
  return { ...body, bodyBytes, truncated: ending === 'truncated' || isCut, refusedType }
}

type Coding = ContentCoding | 'gzip-if-packed'

function decoded({ body, headers }: Answer, codings: readonly Coding[], take: Take, options: BodyOptions) {
  const { unpacking, maxBytes } = options
  const [coding, ...more] = codings
  return more.length === 0 && canBeAtOnce(coding) && isReadWhole(headers, options)
    ? decodeAtOnce(body, coding, take, unpacking, maxBytes)
    : decode(body, codings, take, unpacking)
}

function canBeAtOnce(coding: Coding | undefined): coding is CodingAtOnce {
  return coding !== undefined && coding !== 'br' && coding !== 'gzip-if-packed'
}

/** Nobody wants to stop inside the body, and it is not known to be long. */
function isReadWhole(headers: HeaderFields, { sink, overflow = 'fail' }: BodyOptions): boolean {
  const isTyped = mediaType(contentType(headers)) !== null
  const isLong = Number(fieldValue(headers, 'content-length')) > short.maxBytes
  return sink === undefined && overflow === 'fail' && isTyped && !isLong
}

function codingsOf({ headers }: Answer, { unpacks = false }: BodyOptions): Coding[] {
  return unpacks ? [...contentCodings(headers), 'gzip-if-packed'] : contentCodings(headers)
}

function makeCollector(type: string | null, options: BodyOptions, isPacked: boolean): Collector {
  const { url, maxBytes, overflow = 'fail', acceptContentType = () => true } = options
  const pieces = new Pieces()
  const store = options.sink ?? ((chunk: Buffer) => pieces.add(chunk))
  let bytes = 0
  let isCut = false
  let isAccepted = mediaType(type) === null ? null : acceptContentType(type, Buffer.alloc(0))

  function askType(): void {
    isAccepted ??= acceptContentType(type, Buffer.concat(pieces.all).subarray(0, sniffLength))
  }

  function room(chunk: Buffer): Promise<void> | null {
    const all = Math.min(bytes + chunk.length, maxBytes)
    const kept = options.sink === undefined ? all : 0
    return options.memory.resize(kept + (isPacked ? remembered(all, options) : 0))
  }

  function keep(chunk: Buffer): void {
    const left = maxBytes - bytes
    const isOver = chunk.length > left
    if (isOver && overflow === 'fail') throw tooLarge(url, maxBytes)
    isCut = !store(isOver ? chunk.subarray(0, left) : chunk) || isOver
    bytes += Math.min(chunk.length, left)
  }

  function take(chunk: Buffer): boolean {
    keep(chunk)
    if (bytes >= sniffLength) askType()
    return isAccepted !== false && !isCut
  }

  return {
    take(chunk) {
      const waiting = room(chunk)
      return waiting === null ? take(chunk) : waiting.then(() => take(chunk))
    },
    finish: askType,
    body: () => bodyOf(isAccepted === false ? [] : pieces.all, options),
    get bytes() {
      return isAccepted === false ? 0 : bytes
    },
    get isCut() {
      return isCut
    },
    get isRefused() {
      return isAccepted === false
    },
  }
}

/** What a decoder remembers of what it gave; nobody waits for that before it is clear that the body is no bomb. */
function remembered(bytes: number, { unpacking }: BodyOptions): number {
  return Math.min(Math.max(0, bytes - unpacking.freeBytes), windowBytes)
}

function bodyOf(pieces: readonly Buffer[], { inPieces = false }: BodyOptions): Pick<Body, 'body' | 'pieces'> {
  return inPieces ? { body: Buffer.alloc(0), pieces } : { body: Buffer.concat(pieces) }
}
