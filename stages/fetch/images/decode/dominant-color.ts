/** A pixel with a lower alpha counts as transparent and is ignored. */
const MIN_ALPHA = 128

const BINS = 1 << 12

/**
 * Returns the mean colour of the most common bin of a histogram with 4 bits per channel, as `#rrggbb`. Null
 * when every pixel is transparent. The mean keeps a plain colour exact; the bins keep the average from being
 * a colour that does not occur.
 * @param rgba pixels as four bytes each, alpha not premultiplied
 */
export function dominantColor(rgba: Uint8Array): string | null {
  const counts = new Uint32Array(BINS)
  for (let at = 0; at < rgba.length; at += 4) {
    if (alphaAt(rgba, at) >= MIN_ALPHA) counts[binAt(rgba, at)] = (counts[binAt(rgba, at)] ?? 0) + 1
  }
  const most = counts.reduce((best, count, bin) => (count > (counts[best] ?? 0) ? bin : best), 0)
  const count = counts[most] ?? 0
  return count === 0 ? null : meanOf(rgba, most, count)
}

function meanOf(rgba: Uint8Array, bin: number, count: number): string {
  let [red, green, blue] = [0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    if (alphaAt(rgba, at) < MIN_ALPHA || binAt(rgba, at) !== bin) continue
    red += rgba[at] ?? 0
    green += rgba[at + 1] ?? 0
    blue += rgba[at + 2] ?? 0
  }
  return `#${[red, green, blue].map((sum) => hex(Math.round(sum / count))).join('')}`
}

function alphaAt(rgba: Uint8Array, at: number): number {
  return rgba[at + 3] ?? 0
}

function binAt(rgba: Uint8Array, at: number): number {
  return (((rgba[at] ?? 0) >> 4) << 8) | (((rgba[at + 1] ?? 0) >> 4) << 4) | ((rgba[at + 2] ?? 0) >> 4)
}

function hex(value: number): string {
  return value.toString(16).padStart(2, '0')
}
