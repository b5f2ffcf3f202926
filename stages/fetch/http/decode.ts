import type { Readable, Transform } from 'node:stream'
import { type ContentCoding, makeDecoder } from './content-coding.ts'
import { InvalidResponse } from './failures.ts'

/** How a stream ended: whole; cut off inside a coding; or `take` wanted no more. */
export type Ending = 'complete' | 'truncated' | 'stopped'

/** Takes a decoded chunk; false = no more. */
export type Take = (chunk: Buffer) => boolean

/**
 * Reads a stream through its codings (the last applied first; `gzip-if-packed` is one if the bytes look like it) and hands on the decoded chunks as they come, until
 * `take` answers false. No stage runs ahead of the next, so a bomb costs a few buffers, not its size. Rejects with the
 * stream's own error, what `take` throws, or `InvalidResponse` for bytes that can't be decoded. Destroys the stream.
 */
export async function decode(
  source: Readable,
  codings: readonly (ContentCoding | 'gzip-if-packed')[],
  take: Take,
): Promise<Ending> {
  const decoders: Transform[] = []
  try {
    for (const coding of codings) {
      const last = decoders.at(-1) ?? source
      const first = await peek(last)
      if (first === null) return 'complete'
      decoders.push(...decodersFor(coding, first).map((decoder) => link(last, decoder)))
    }
    return await drain(decoders.at(-1) ?? source, take)
  } catch (error) {
    if (source.errored || !decoders.some(({ errored }) => errored === error)) throw error
    return endingOf(error)
  } finally {
    for (const stream of [source, ...decoders]) stream.destroy()
  }
}

/** The next bytes without taking them; null at the end: an empty body is whole, whatever its coding. */
function peek(stream: Readable): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>()
  const look = () => {
    const chunk: Buffer | null = stream.read()
    if (chunk === null) return
    stream.off('readable', look)
    stream.unshift(chunk)
    resolve(chunk)
  }
  if (stream.errored) reject(stream.errored)
  stream
    .on('readable', look)
    .once('end', () => resolve(null))
    .once('error', reject)
  return promise
}

/** RFC 1952, 2.3.1: ID1. No text in UTF-8 begins with it that means anything. */
const GZIP_START = 0x1f

function decodersFor(coding: ContentCoding | 'gzip-if-packed', first: Buffer): Transform[] {
  if (coding !== 'gzip-if-packed') return [makeDecoder(coding, first)]
  return first[0] === GZIP_START ? [makeDecoder('gzip', first)] : []
}

const nothing = Buffer.alloc(0)

function link(from: Readable, decoder: Transform): Transform {
  from.once('error', (error) => decoder.destroy(error))
  // Ended only once all input is worked off: a decoder that meets the end together with its last input drops what that
  // input gave when the stream turns out to be cut off.
  from.once('end', () => decoder.write(nothing, () => decoder.end()))
  return from.pipe(decoder, { end: false })
}

function drain(stream: Readable, take: Take): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>()
  const pass = (chunk: Buffer) => {
    try {
      if (take(chunk)) return
      resolve('stopped')
    } catch (error) {
      reject(error)
    }
    stream.off('data', pass).pause()
  }
  if (stream.errored) reject(stream.errored)
  stream
    .on('data', pass)
    .once('end', () => resolve('complete'))
    .once('error', reject)
  return promise
}

/** `Z_BUF_ERROR` is zlib's word, for every coding, for input that ended inside the compressed stream. */
function endingOf(error: unknown): Ending {
  if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return 'truncated'
  throw new InvalidResponse('The body can not be decoded', { cause: error })
}
