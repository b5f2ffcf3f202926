import type { LabRequest } from '#shared/messages/payloads/measurement.ts'

const TEXT =
  /^(text\/.+|application\/(.+\+)?(javascript|ecmascript|x-javascript|json|xml|x-www-form-urlencoded|graphql)|[^/]+\/[^/]+\+(json|xml))$/i
const CODED = /^(gzip|x-gzip|br|zstd|deflate)$/i
/** Compressing a shorter text saves too little (`infra/docs/clients.md#resources`). */
const LEAST_BYTES = 1024

/** Whether the response has text in its body. */
export function isText({ mimeType, decodedBytes, isRedirect }: LabRequest): boolean {
  return !isRedirect && decodedBytes > 0 && TEXT.test(mimeType ?? '')
}

/** Whether it was sent with gzip, br, zstd or deflate. */
export function isCompressed({ headers }: LabRequest): boolean {
  const codings = (headers['content-encoding'] ?? '').split(',')
  return codings.some((coding) => CODED.test(coding.trim()))
}

/** Text of 1,024 bytes or more that was sent uncompressed. */
export function isUncompressed(request: LabRequest): boolean {
  return isText(request) && !isCompressed(request) && request.decodedBytes >= LEAST_BYTES
}

/**
 * Bytes that the better of gzip and Brotli saves, measured on the body; 0 where the body was not compressed or
 * does not shrink.
 */
export function compressionSaving({ decodedBytes, compressed }: LabRequest): number {
  if (compressed === null) return 0
  return Math.max(0, decodedBytes - Math.min(compressed.gzip, compressed.brotli))
}
