/** Views of the bytes, each of at most `most` of them. */
export function* cutInPieces(bytes: Uint8Array, most: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += most) yield bytes.subarray(start, start + most)
}
