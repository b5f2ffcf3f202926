/**
 * Copies `length` bytes from `distance` bytes before `at` to `at`, as LZ77 formats do: if the two ranges
 * overlap, bytes that were just written are repeated. The caller has checked the bounds.
 */
export function copyMatch(output: Buffer, at: number, distance: number, length: number): void {
  const from = at - distance
  if (distance >= length) {
    output.copyWithin(at, from, from + length)
    return
  }
  for (let done = 0; done < length; ) {
    const step = Math.min(distance + done, length - done)
    output.copyWithin(at + done, from, from + step)
    done += step
  }
}
