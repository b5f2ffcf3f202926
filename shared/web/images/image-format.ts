export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'svg' | 'ico'

/** How many bytes a decoder searches for the root element of an SVG. */
const SVG_HEAD_BYTES = 1000

/**
 * Detects the format by the first bytes, ignoring name and Content-Type (MIME Sniffing Standard, section 6.1,
 * plus AVIF and SVG). Null if it is no image format of the web, so that the decoder never gets the file.
 */
export function imageFormat(body: Buffer): ImageFormat | null {
  if (startsWith(body, 'ffd8ff')) return 'jpeg'
  if (startsWith(body, '89504e470d0a1a0a')) return 'png'
  if (/^GIF8[79]a$/.test(body.toString('latin1', 0, 6))) return 'gif'
  if (/^RIFF.{4}WEBPVP$/s.test(body.toString('latin1', 0, 14))) return 'webp'
  if (startsWith(body, '00000100')) return 'ico'
  if (isAvif(body)) return 'avif'
  return isSvg(body) ? 'svg' : null
}

function startsWith(body: Buffer, hex: string): boolean {
  return body.toString('hex', 0, hex.length / 2) === hex
}

/** ISO base media file format: the `ftyp` box lists the brands, four bytes each. */
function isAvif(body: Buffer): boolean {
  if (body.toString('latin1', 4, 8) !== 'ftyp') return false
  const brands = body.toString('latin1', 8, Math.min(body.readUInt32BE(0), 128))
  return /^(?:.{4})*avi[fs]/s.test(brands)
}

/** XML with an `svg` element. HTML that contains one does not count. */
function isSvg(body: Buffer): boolean {
  const head = body.toString('utf8', 0, SVG_HEAD_BYTES)
  return /^\uFEFF?\s*</.test(head) && /<svg[\s>]/.test(head) && !/<html[\s>]|<!doctype html/i.test(head)
}
