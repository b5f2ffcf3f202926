import { StringDecoder } from 'node:string_decoder'
import { PartCounter } from './message-parts.ts'

/**
 * Bytes of the largest event, and parts of the largest message, that are read: their JSON is parsed in one step, up to 0.2 s for that
 * many parts. A page can make larger ones, but nothing needs them.
 */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024
export const MAX_PARTS = 1_000_000
/** Characters at the start of a message that say what it is, and at its end that say which session it belongs to. */
const HEAD_CHARS = 64
export const TAIL_CHARS = 160

/**
 * Splits chunks into messages, which end with a NUL byte. Delivers each message in a turn of the event loop of its own: the reply to one
 * may change the meaning of the next. These turns come before the next chunk is read, so no more messages wait than one chunk contains.
 * An event of over `MAX_EVENT_BYTES`, or a message of over `MAX_PARTS`, is not kept: a short one takes its place, which for a reply is an
 * error. Calls `onTooLong` for a message of over `maxBytes`.
 */
export function splitMessages(
  maxBytes: number,
  receive: (message: string, bytes: number) => void,
  onTooLong: () => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder()
  let message = new Message()

  /** False when the message is too long. */
  function append(part: Buffer): boolean {
    if (message.bytes + part.length > maxBytes) return false
    message.add(decoder.write(part), part.length)
    return true
  }

  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (!append(chunk.subarray(start, end))) return onTooLong()
      message.add(decoder.end(), 0)
      setImmediate(receive, message.text(), message.bytes)
      message = new Message()
      start = end + 1
    }
    if (!append(chunk.subarray(start))) onTooLong()
  }
}

/** A message of which parts have come. */
class Message {
  bytes = 0
  #text = ''
  /** The start of a message that is not kept; then `#text` is its end. */
  #head: string | null = null
  /** Null for a message of so few bytes that it is kept in any case. */
  #parts: PartCounter | null = null
  #isEvent = false

  add(piece: string, bytes: number): void {
    this.bytes += bytes
    this.#text += piece
    if (this.#head !== null) this.#text = this.#text.slice(-TAIL_CHARS)
    else if (this.#isTooLarge(piece)) {
      this.#head = this.#text.slice(0, HEAD_CHARS)
      this.#text = this.#text.slice(-TAIL_CHARS)
    }
  }

  text(): string {
    return this.#head === null ? this.#text : substitute(this.#head, this.#text)
  }

  #isTooLarge(piece: string): boolean {
    // A part takes a byte at least.
    if (this.bytes <= MAX_PARTS) return false
    if (this.#parts === null) {
      this.#parts = new PartCounter()
      this.#parts.add(this.#text)
      // Once: reading a text that has just grown copies all of it.
      this.#isEvent = this.#text.startsWith('{"method"')
    } else this.#parts.add(piece)
    return this.#parts.count > MAX_PARTS || (this.#isEvent && this.bytes > MAX_EVENT_BYTES)
  }
}

const REPLY = /^\{"id":(\d+),/
/** Chromium writes the session at the end of a message; quotes in text that a page controls are escaped. */
const SESSION = /,"sessionId":"\w+"\}$/

/** A short message of the same session in place of one that is not kept: an error in place of a reply, else an event that nobody needs. */
function substitute(head: string, tail: string): string {
  const [, id] = REPLY.exec(head) ?? []
  const session = SESSION.exec(tail)?.[0] ?? '}'
  const error = '"error":{"code":-32000,"message":"The reply is too large"}'
  return `{${id === undefined ? '"method":"Omitted","params":{}' : `"id":${id},${error}`}${session}`
}
