/** A message of a text that is sent as a stream. */
export interface TextReply {
  /** In the first message, which has no text: whether there is such a text. Nothing follows if not. */
  readonly isKnown: boolean
  readonly piece: Uint8Array
}

/** Maximum bytes of one message of a streamed body or text: only a few of them are buffered at each end. */
export const CHUNK_BYTES = 65_536

/** Splits bytes into views of at most `maxBytes` each. */
export function* byteChunks(bytes: Uint8Array, maxBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxBytes) yield bytes.subarray(start, start + maxBytes)
}
