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
import { fieldTokens, type HeaderFields } from '../message/header-fields.ts'
import { InvalidResponse } from '../message/target-failures.ts'

/** The supported content codings (RFC 9110, section 8.4.1; RFC 8878). */
export type ContentCoding = 'gzip' | 'deflate' | 'br' | 'zstd'

export const acceptEncoding = 'gzip, deflate, br, zstd'

/**
 * Decoding a stack of codings costs the client more than the server. No honest server applies more than five.
 */
const maxCodings = 5

/** Values that name no coding. The last ones are mistakes of servers that browsers ignore. */
const plain: ReadonlySet<string> = new Set(['identity', 'none', 'binary', '8bit', 'utf-8', 'utf8'])

const codings: Readonly<Record<string, ContentCoding>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
}

/**
 * Returns the codings to undo, the last applied first. Throws `InvalidResponse` for an unknown coding and for
 * more than `maxCodings`.
 */
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
/**
 * RFC 9659: as a content coding, zstd has windows of 8 MiB at most. Brotli's have 16 MiB at most (RFC 7932,
 * section 9.1).
 */
export const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 23 }

/** The most bytes of earlier output that a decoder keeps as its window. */
export const windowBytes = 16 * 1024 * 1024

/**
 * Makes a stream that undoes the coding. `first` is the start of the data: servers send `deflate` with and
 * without the zlib frame.
 */
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

/**
 * Tells zlib data from raw deflate (RFC 1950, section 2.2: the low four bits of CMF are 8). In raw deflate
 * these bits would be a stored block with odd padding.
 */
export function hasZlibFrame(first: Buffer): boolean {
  return ((first[0] ?? 0) & 0x0f) === 8
}
