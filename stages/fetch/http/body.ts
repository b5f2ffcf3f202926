import { type ContentCoding, contentCodings } from './content-coding.ts'
import { decode, type Ending, type Take } from './decode.ts'
import type { Answer } from './exchange.ts'
import { InvalidResponse, tooLarge } from './failures.ts'
import { contentType, mediaType } from './media-type.ts'
import type { Fetched, PageRequest } from './page.ts'
import { sniffLength } from './sniff.ts'

export type Body = Pick<Fetched, 'body' | 'bodyBytes' | 'truncated' | 'refusedType'>

/** The bounds and wishes of one request, defaults filled in. */
export interface BodyOptions extends Pick<PageRequest, 'url' | 'acceptContentType' | 'overflow' | 'unpacks'> {
  readonly sink: ReturnType<NonNullable<PageRequest['sink']>> | undefined
  readonly maxBytes: number
}

interface Collector {
  readonly take: Take
  /** Asks about the type if there were too few bytes to ask before. */
  finish(): void
  body(): Buffer
  readonly bytes: number
  readonly isCut: boolean
  readonly isRefused: boolean
}

/**
 * Reads an answer's body, decompressed. Rejects with `RESPONSE_TOO_LARGE` as soon as more than `maxBytes` were decoded,
 * with `InvalidResponse` or the connection's error. A compressed stream that ends early gives what was decoded.
 */
export async function readBody(answer: Answer, options: BodyOptions): Promise<Body> {
  const collector = makeCollector(contentType(answer.headers), options)
  const ending: Ending = collector.isRefused
    ? 'stopped'
    : await decode(answer.body, codingsOf(answer, options), collector.take)
  collector.finish()
  answer.body.destroy()
  const body = collector.body()
  const { bytes: bodyBytes, isCut, isRefused: refusedType } = collector
  if (ending === 'truncated' && bodyBytes === 0) throw new InvalidResponse('Nothing could be decoded')
  return { body, bodyBytes, truncated: ending === 'truncated' || isCut, refusedType }
}

function codingsOf(
  { headers }: Answer,
  { unpacks = false }: BodyOptions,
): (ContentCoding | 'gzip-if-packed')[] {
  return unpacks ? [...contentCodings(headers), 'gzip-if-packed'] : contentCodings(headers)
}

function makeCollector(type: string | null, options: BodyOptions): Collector {
  const { url, maxBytes, overflow = 'fail', acceptContentType = () => true } = options
  const chunks: Buffer[] = []
  const store = options.sink ?? ((chunk: Buffer) => chunks.push(chunk) > 0)
  let bytes = 0
  let isCut = false
  let isAccepted = mediaType(type) === null ? null : acceptContentType(type, Buffer.alloc(0))

  function askType(): void {
    isAccepted ??= acceptContentType(type, Buffer.concat(chunks).subarray(0, sniffLength))
  }

  function keep(chunk: Buffer): void {
    const room = maxBytes - bytes
    const isOver = chunk.length > room
    if (isOver && overflow === 'fail') throw tooLarge(url, maxBytes)
    isCut = !store(isOver ? chunk.subarray(0, room) : chunk) || isOver
    bytes += Math.min(chunk.length, room)
  }

  return {
    take(chunk) {
      keep(chunk)
      if (bytes >= sniffLength) askType()
      return isAccepted !== false && !isCut
    },
    finish: askType,
    body: () => (isAccepted === false ? Buffer.alloc(0) : Buffer.concat(chunks)),
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
