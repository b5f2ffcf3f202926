import { ChunkedBody } from './chunked-body.ts'
import { HeadBuffer, type HeadPlace } from './head-buffer.ts'
import { LengthBody, type ResponseBody } from './response-body.ts'
import { type StrictHead, strictHead } from './strict-head.ts'

const NOTHING = Buffer.alloc(0)
/** What no parser takes for a head. */
const UNREADABLE = Buffer.from('\0')
/** In place of 100, which undici takes for a broken response when it has not asked for it. */
const PROCESSING = Buffer.from('HTTP/1.1 102 Processing\r\n\r\n')

export interface ResponseOptions {
  /** A head of more bytes is passed on as it is: a parser that has the same limit refuses it. */
  readonly maxHeadBytes: number
  /** The response of a HEAD request has no body. */
  readonly isOfHead: boolean
}

/**
 * The bytes of one response, in the form that a strict parser reads: what browsers read outside of the grammar of
 * HTTP/1.1, in heads and between chunks, is written anew within it. Valid bytes are passed on as they are. What
 * browsers do not read, the parser refuses. A head is held until it is whole. Bytes after the response are dropped.
 */
export class StrictResponse {
  readonly #head = new HeadBuffer()
  readonly #options: ResponseOptions
  #isInHead = true
  /** Null for a body that ends with the connection. */
  #body: ResponseBody | null = null

  constructor(options: ResponseOptions) {
    this.#options = options
  }

  /** Whether the connection is of no use after the response. */
  get isLast(): boolean {
    return this.#body?.isLast ?? false
  }

  /** Returns what the parser reads for these bytes. Nothing while the head is not whole. */
  write(bytes: Buffer): Buffer {
    if (!this.#isInHead) return this.#body?.write(bytes) ?? bytes
    this.#head.add(bytes)
    const parts: Buffer[] = []
    while (this.#isInHead) {
      const part = this.#takeHead()
      if (part === null) break
      parts.push(part)
    }
    return parts.length === 1 ? (parts[0] ?? NOTHING) : Buffer.concat(parts)
  }

  /** Returns what was held back, at the end of the connection. */
  end(): Buffer {
    return this.#isInHead ? this.#head.take() : (this.#body?.flush() ?? NOTHING)
  }

  /** Takes the next head, and with the last one what follows it. Null while it is not whole. */
  #takeHead(): Buffer | null {
    const { maxHeadBytes } = this.#options
    const place = this.#head.find()
    if (place === null && this.#head.length <= maxHeadBytes) return null
    const bytes = this.#head.take()
    if (place !== null && place.end <= maxHeadBytes) return this.#readHead(bytes, place)
    this.#isInHead = false
    return bytes
  }

  #readHead(bytes: Buffer, { start, end }: HeadPlace): Buffer {
    const head = strictHead(bytes.subarray(start, end))
    this.#isInHead = head !== null && isInterim(head)
    if (head === null) return UNREADABLE
    const rest = bytes.subarray(end)
    const written = this.#isInHead ? this.#keep(rest) : this.#beginBody(head, rest)
    if (head.rewritten === null && written === rest && head.status !== 100) return bytes
    const writtenHead = head.status === 100 ? PROCESSING : head.rewritten
    return Buffer.concat([writtenHead ?? bytes.subarray(0, end), written])
  }

  /** Keeps the bytes of the next head. */
  #keep(bytes: Buffer): Buffer {
    this.#head.add(bytes)
    return NOTHING
  }

  #beginBody(head: StrictHead, bytes: Buffer): Buffer {
    this.#body = bodyOf(head, this.#options.isOfHead)
    return this.#body?.write(bytes) ?? bytes
  }
}

/** Whether another head follows (RFC 9110, section 15.2). After 101 another protocol does. */
function isInterim({ status }: StrictHead): boolean {
  return status < 200 && status !== 101
}

/** RFC 9112, section 6.3. Null for a body that ends with the connection. */
function bodyOf({ status, framing }: StrictHead, isOfHead: boolean): ResponseBody | null {
  if (status === 101) return null
  if (isOfHead || status === 204 || status === 304) return new LengthBody(0)
  if (framing === 'close') return null
  return framing === 'chunked' ? new ChunkedBody() : new LengthBody(framing)
}
