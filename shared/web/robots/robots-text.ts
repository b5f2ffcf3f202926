import { isUtf8 } from 'node:buffer'

/** A character in UTF-8 (RFC 3629, section 4), or one octet that is none. */
const characters =
  /[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|[\x80-\xFF]/g

/**
 * The octets of a robots.txt as text that means the same: octets that are no UTF-8 are percent-encoded, as paths are
 * compared (RFC 9309, section 2.2.2), and an incomplete byte order mark is left out, as crawlers skip it.
 */
export function robotsText(bytes: Uint8Array): string {
  const octets = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isUtf8(octets)) return octets.toString('utf8')
  const text = octets.toString('latin1').replace(/^\xEF(?:\xBB(?!\xBF)|(?!\xBB))/, '')
  const escaped = text.replace(characters, (character) =>
    character.length > 1 ? character : `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return Buffer.from(escaped, 'latin1').toString('utf8')
}
