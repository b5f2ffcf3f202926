import type { Transform } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Zlib,
} from 'node:zlib'
import { fieldTokens } from '../message/header-fields.ts'
import { InvalidResponse } from '../message/target-failures.ts'
import type { HeaderFields } from '../page-request.ts'

/** The content codings that are understood (RFC 9110, 8.4.1; RFC 8878). */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

export const acceptEncoding = 'gzip, deflate, br, zstd'

/** A stack of codings costs the reader more than the sender; five are more than any honest server uses. */
const maxCodings = 5

/** Says nothing about the bytes; the last ones are mistakes of servers that browsers overlook. */
const plain: ReadonlySet<string> = new Set(['identity', 'none', 'binary', '8bit', 'utf-8', 'utf8'])

const codings: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
}

/** The codings to undo, the last applied first. Throws `InvalidResponse` for an unknown one and for too many. */
export function contentCodings(headers: HeaderFields): ContentCoding[] {
  const tokens = fieldTokens(headers, 'content-encoding').filter((token) => !plain.has(token))
  if (tokens.length > maxCodings) throw new InvalidResponse(`${tokens.length} content codings`)
  return tokens.map(codingOf).reverse()
}

function codingOf(token: string): ContentCoding {
  const coding = Object.hasOwn(codings, token) ? codings[token] : undefined
  if (coding === undefined) throw new InvalidResponse('Unknown content coding')
  return coding
}

const chunkSize = 65_536
/** RFC 9659: as a content coding, zstd has windows of 8 MiB at most. Those of brotli have 16 MiB (RFC 7932, 9.1). */
export const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 23 }

/** The most bytes of what came before that a decoder remembers, besides what it gives. */
export const windowBytes = 16 * 1024 * 1024

/** A stream that undoes the coding. `first` are the first bytes: servers send `deflate` with and without zlib's frame. */
export function makeDecoder(coding: ContentCoding, first: Buffer): Transform & Zlib {
  switch (coding) {
    case 'gzip':
      return createGunzip({ chunkSize })
    case 'br':
      return createBrotliDecompress({ chunkSize })
    case 'zstd':
      return createZstdDecompress({ chunkSize, params: zstdWindow })
    case 'deflate':
      return hasZlibFrame(first) ? createInflate({ chunkSize }) : createInflateRaw({ chunkSize })
  }
}

/** RFC 1950, 2.2: the low four bits of CMF are 8. In raw deflate they would be a stored block with odd padding. */
export function hasZlibFrame(first: Buffer): boolean {
  return ((first[0] ?? 0) & 0x0f) === 8
}
