/** Splits bytes into views of at most `maxBytes` each. */
export function* byteChunks(bytes: Uint8Array, maxBytes: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += maxBytes) yield bytes.subarray(start, start + maxBytes)
}
