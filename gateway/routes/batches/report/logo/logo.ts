import { isHarmlessSvg } from './harmless-svg.ts'
import { jpegSize, pngSize } from './raster-size.ts'

/** Bytes of a logo. */
export const LOGO_BYTES = 100_000
/** Pixels of each side of a raster image: what a browser takes to decode it grows with their product, not with its bytes. */
const MAX_SIDE = 4000
/** Characters of a data URI: a sign of percent-encoding for each byte, and its media type. */
const URI_CHARS = 3 * LOGO_BYTES + 100

/** Whether a text is a data URI of an image that a report may show. */
export function isLogo(uri: string): boolean {
  return logoOf(uri) !== null
}

/** The data URI of a logo as a report embeds it: base64, with the type that its bytes have. Null when it is none. */
export function logoUri(uri: string): string | null {
  const logo = logoOf(uri)
  return logo && `data:${logo.type};base64,${logo.bytes.toString('base64')}`
}

interface Logo {
  readonly type: 'image/png' | 'image/jpeg' | 'image/svg+xml'
  readonly bytes: Buffer
}

function logoOf(uri: string): Logo | null {
  const bytes = uri.length > URI_CHARS ? null : dataOf(uri)
  if (bytes === null || bytes.length === 0 || bytes.length > LOGO_BYTES) return null
  const type = typeOf(bytes)
  return type && { type, bytes }
}

/** What the bytes are, whatever the URI says of them. */
function typeOf(bytes: Buffer): Logo['type'] | null {
  if (isSmall(pngSize(bytes))) return 'image/png'
  if (isSmall(jpegSize(bytes))) return 'image/jpeg'
  return isHarmlessSvg(bytes) ? 'image/svg+xml' : null
}

function isSmall(size: { readonly width: number; readonly height: number } | null): boolean {
  return size !== null && [size.width, size.height].every((side) => side > 0 && side <= MAX_SIDE)
}

const imageTypes = /^image\/(?:png|jpeg|jpg|svg\+xml)$/

/** The bytes of a data URI of an image (RFC 2397); null for anything else. */
function dataOf(uri: string): Buffer | null {
  const comma = uri.indexOf(',')
  const [scheme, ...parameters] = uri.slice(0, Math.max(comma, 0)).trim().toLowerCase().split(';')
  if (scheme?.startsWith('data:') !== true || !imageTypes.test(scheme.slice('data:'.length))) return null
  const data = uri.slice(comma + 1)
  return parameters.at(-1)?.trim() === 'base64' ? base64Bytes(data) : percentBytes(data)
}

/** In a query a plus sign that was not encoded arrives as a space. */
function base64Bytes(data: string): Buffer | null {
  const signs = data.replaceAll(' ', '+').replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '=')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(signs) ? Buffer.from(signs, 'base64') : null
}

function percentBytes(data: string): Buffer | null {
  try {
    return Buffer.from(decodeURIComponent(data))
  } catch {
    return null
  }
}
