import type { Readable, Transform } from 'node:stream'
import type { Zlib } from 'node:zlib'
import { InvalidResponse } from '../message/target-failures.ts'
import { type ContentCoding, makeDecoder } from './content-coding.ts'

/** How a stream ended: complete; cut off inside a coding; stopped by its consumer. */
export type StreamEnd = 'complete' | 'truncated' | 'stopped'

/**
 * Takes a decoded chunk. Returns false to stop. The next chunk is delivered once a returned promise has
 * resolved.
 */
export type ChunkConsumer = (chunk: Buffer) => boolean | Promise<boolean>

/** How many times larger than its compressed form a body may be. */
export interface DecompressionLimits {
  /** Decoded bytes for each encoded byte. */
  readonly maxRatio: number
  /** The ratio is not checked for bodies of up to so many decoded bytes. */
  readonly ratioFromBytes: number
}

/** One byte of gzip unpacks to 1032 at most. */
export const decompressionLimits: DecompressionLimits = { maxRatio: 1100, ratioFromBytes: 2 * 1024 * 1024 }

/** The decoded body is more times larger than its compressed form than any honest body. */
export class DecompressionBomb extends Error {
  constructor() {
    super('The body decompresses to too many times its size')
    this.name = 'DecompressionBomb'
  }
}

/**
 * Decodes a stream through its codings (the last applied first; `gzip-if-compressed` applies if the data
 * starts like gzip) and delivers the decoded chunks as they arrive, until `consume` returns false. No decoder
 * runs ahead of the next one, so a decompression bomb costs a few buffers, not its full size. Destroys the
 * stream. Rejects with the stream's own error, with an error thrown by `consume`, with `DecompressionBomb` at
 * the first chunk of any coding that exceeds `limits`, or with `InvalidResponse` for data that cannot be
 * decoded.
 */
export async function decodeStream(
  source: Readable,
  codings: readonly (ContentCoding | 'gzip-if-compressed')[],
  take: ChunkConsumer,
  limits = decompressionLimits,
): Promise<StreamEnd> {
  const decoders: Decoder[] = []
  const compressedBytes = () => decoders[0]?.bytesWritten ?? Number.POSITIVE_INFINITY
  try {
    if (!(await addDecoders(source, codings, decoders, () => makeRatioCheck(limits, compressedBytes))))
      return 'complete'
    const checkRatio = makeRatioCheck(limits, compressedBytes)
    return await consumeAll(decoders.at(-1) ?? source, (chunk) => {
      checkRatio(chunk)
      return take(chunk)
    })
  } catch (error) {
    if (source.errored || !decoders.some(({ errored }) => errored === error)) throw error
    return toStreamEnd(error)
  } finally {
    for (const stream of [source, ...decoders]) stream.destroy()
  }
}

type Decoder = Transform & Zlib
type RatioCheck = (chunk: Buffer) => void

/**
 * Adds a decoder for each coding, fed by the decoder before it. Returns false when there is nothing to
 * decode.
 */
async function addDecoders(
  source: Readable,
  codings: readonly (ContentCoding | 'gzip-if-compressed')[],
  decoders: Decoder[],
  makeCheck: () => RatioCheck,
): Promise<boolean> {
  for (const coding of codings) {
    const last = decoders.at(-1) ?? source
    const first = await peek(last)
    if (first === null) return false
    const checkRatio = last === source ? null : makeCheck()
    for (const decoder of decodersFor(coding, first)) decoders.push(pipeInto(last, decoder, checkRatio))
  }
  return true
}

/**
 * Makes a check that throws `DecompressionBomb` once one coding has produced too many bytes for the
 * compressed bytes received.
 */
function makeRatioCheck(
  { maxRatio, ratioFromBytes }: DecompressionLimits,
  compressedBytes: () => number,
): RatioCheck {
  let decoded = 0
  return (chunk) => {
    decoded += chunk.length
    if (decoded > ratioFromBytes && decoded > maxRatio * compressedBytes()) throw new DecompressionBomb()
  }
}

/**
 * Returns the next bytes and leaves them in the stream. Returns null at the end: an empty body is complete,
 * whatever its coding.
 */
function peek(stream: Readable): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const readFirst = () => {
    const chunk: Buffer | null = stream.read()
    if (chunk === null) return
    stream.off('readable', readFirst)
    stream.unshift(chunk)
    resolve(chunk)
  }
  if (stream.errored) reject(stream.errored)
  stream
    .on('readable', readFirst)
    .once('end', () => resolve(null))
    .once('error', reject)
  return promise
}

/** RFC 1952, section 2.3.1: ID1. No meaningful UTF-8 text starts with this byte. */
const GZIP_ID1 = 0x1f

function decodersFor(coding: ContentCoding | 'gzip-if-compressed', first: Buffer): Decoder[] {
  if (coding !== 'gzip-if-compressed') return [makeDecoder(coding, first)]
  return first[0] === GZIP_ID1 ? [makeDecoder('gzip', first)] : []
}

const nothing = Buffer.alloc(0)

function pipeInto(from: Readable, decoder: Decoder, checkRatio: RatioCheck | null): Decoder {
  from.once('error', (error) => decoder.destroy(error))
  // The decoder is ended only after it has processed all input: a decoder that sees the end together with its
  // last input drops the output of that input when the stream turns out to be truncated.
  from.once('end', () => decoder.write(nothing, () => decoder.end()))
  from.pipe(decoder, { end: false })
  if (checkRatio !== null) from.on('data', (chunk: Buffer) => orDestroy(decoder, () => checkRatio(chunk)))
  return decoder
}

function orDestroy(decoder: Transform, work: () => void): void {
  try {
    work()
  } catch (error) {
    decoder.destroy(error as Error)
  }
}

function consumeAll(stream: Readable, take: ChunkConsumer): Promise<StreamEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamEnd>()
  let consumed: Promise<unknown> | null = null
  const end = (settle: () => void) => {
    stream.off('data', onChunk).pause()
    settle()
  }
  const onConsumed = (wantsMore: boolean) => !wantsMore && end(() => resolve('stopped'))
  const fail = (error: unknown) => end(() => reject(error))
  function onChunk(chunk: Buffer): void {
    try {
      const answer = take(chunk)
      if (typeof answer === 'boolean') return void onConsumed(answer)
      stream.pause()
      consumed = answer.then((wantsMore) => onConsumed(wantsMore) || stream.resume()).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  if (stream.errored) reject(stream.errored)
  stream
    .on('data', onChunk)
    .once('end', () => Promise.resolve(consumed).then(() => resolve('complete')))
    .once('error', reject)
  return promise
}

/** For every coding, zlib reports input that ended inside the compressed stream as `Z_BUF_ERROR`. */
function toStreamEnd(error: unknown): StreamEnd {
  if (error instanceof DecompressionBomb) throw error
  if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return 'truncated'
  throw new InvalidResponse('The body cannot be decoded', { cause: error })
}
