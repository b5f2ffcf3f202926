/** Size of an image in pixels. */
export interface RasterSize {
  readonly width: number
  readonly height: number
}

/** Signature, and the header that comes first (PNG, third edition, 5.2 and 11.2.1). */
const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_HEADER = PNG_START.length + 8

/** The size that a PNG says of itself; null when the bytes are no PNG. */
export function pngSize(bytes: Buffer): RasterSize | null {
  if (bytes.length < PNG_HEADER || !bytes.subarray(0, PNG_START.length).equals(PNG_START)) return null
  return { width: bytes.readUInt32BE(PNG_START.length), height: bytes.readUInt32BE(PNG_START.length + 4) }
}

const JPEG_START = 0xffd8ff
/** Markers that begin a frame (ISO/IEC 10918-1, table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
/** Bytes of a frame's segment up to its width. */
const FRAME_BYTES = 9

/** The size that the first frame of a JPEG says; null when the bytes are no JPEG with a frame. */
export function jpegSize(bytes: Buffer): RasterSize | null {
  if (bytes.length < 4 || bytes.readUIntBE(0, 3) !== JPEG_START) return null
  for (let at = 2; at + FRAME_BYTES <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] as number
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // A segment has at least its length; 0xff before a marker fills (B.1.1.2).
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return null
}
