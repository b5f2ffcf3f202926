import type { Readable, Transform } from 'node:stream'
import type { Zlib } from 'node:zlib'
import { type ContentCoding, makeDecoder } from './content-coding.ts'
import { InvalidResponse } from './failures.ts'

/** How a stream ended: whole; cut off inside a coding; or `take` wanted no more. */
export type Ending = 'complete' | 'truncated' | 'stopped'

/** Takes a decoded chunk; false = no more. No further one comes until a promise is kept. */
export type Take = (chunk: Buffer) => boolean | Promise<boolean>

/** How much more may come out of the codings than went into them. */
export interface Unpacking {
  /** Decoded bytes for each encoded one. */
  readonly maxRatio: number
  /** Decoded bytes up to which any ratio will do. */
  readonly freeBytes: number
}

/** More came out of the codings than any honest body has in it. */
export class TooPacked extends Error {
  constructor() {
    super('The body unpacks to too many times its size')
    this.name = 'TooPacked'
  }
}

/**
 * Reads a stream through its codings (the last applied first; `gzip-if-packed` is one if the bytes look like it) and hands on the decoded chunks as they come, until
 * `take` answers false. No stage runs ahead of the next, so a bomb costs a few buffers, not its size. Rejects with the
 * stream's own error, what `take` throws, `TooPacked` at the first chunk beyond `unpacking`, of any of the codings, or
 * `InvalidResponse` for bytes that can't be decoded. Destroys the stream.
 */
export async function decode(
  source: Readable,
  codings: readonly (ContentCoding | 'gzip-if-packed')[],
  take: Take,
  unpacking: Unpacking,
): Promise<Ending> {
  const decoders: Decoder[] = []
  const sent = () => decoders[0]?.bytesWritten ?? Number.POSITIVE_INFINITY
  try {
    if (!(await addDecoders(source, codings, decoders, () => scales(unpacking, sent)))) return 'complete'
    const weigh = scales(unpacking, sent)
    return await drain(decoders.at(-1) ?? source, (chunk) => {
      weigh(chunk)
      return take(chunk)
    })
  } catch (error) {
    if (source.errored || !decoders.some(({ errored }) => errored === error)) throw error
    return endingOf(error)
  } finally {
    for (const stream of [source, ...decoders]) stream.destroy()
  }
}

type Decoder = Transform & Zlib
type Weigh = (chunk: Buffer) => void

/** Adds a decoder for each coding, each fed by the one before; false = there is nothing to decode. */
async function addDecoders(
  source: Readable,
  codings: readonly (ContentCoding | 'gzip-if-packed')[],
  decoders: Decoder[],
  makeWeigh: () => Weigh,
): Promise<boolean> {
  for (const coding of codings) {
    const last = decoders.at(-1) ?? source
    const first = await peek(last)
    if (first === null) return false
    const weigh = last === source ? null : makeWeigh()
    decoders.push(...decodersFor(coding, first).map((decoder) => link(last, decoder, weigh)))
  }
  return true
}

/** Throws `TooPacked` once the chunks of one coding are too much for what was sent. */
function scales({ maxRatio, freeBytes }: Unpacking, sent: () => number): Weigh {
  let decoded = 0
  return (chunk) => {
    decoded += chunk.length
    if (decoded > freeBytes && decoded > maxRatio * sent()) throw new TooPacked()
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

function decodersFor(coding: ContentCoding | 'gzip-if-packed', first: Buffer): Decoder[] {
  if (coding !== 'gzip-if-packed') return [makeDecoder(coding, first)]
  return first[0] === GZIP_START ? [makeDecoder('gzip', first)] : []
}

const nothing = Buffer.alloc(0)

function link(from: Readable, decoder: Decoder, weigh: Weigh | null): Decoder {
  from.once('error', (error) => decoder.destroy(error))
  // Ended only once all input is worked off: a decoder that meets the end together with its last input drops what that
  // input gave when the stream turns out to be cut off.
  from.once('end', () => decoder.write(nothing, () => decoder.end()))
  from.pipe(decoder, { end: false })
  if (weigh !== null) from.on('data', (chunk: Buffer) => orDestroy(decoder, () => weigh(chunk)))
  return decoder
}

function orDestroy(decoder: Transform, work: () => void): void {
  try {
    work()
  } catch (error) {
    decoder.destroy(error as Error)
  }
}

function drain(stream: Readable, take: Take): Promise<Ending> {
  const { promise, resolve, reject } = Promise.withResolvers<Ending>()
  let taken: Promise<unknown> | null = null
  const end = (settle: () => void) => {
    stream.off('data', pass).pause()
    settle()
  }
  const heed = (wantsMore: boolean) => !wantsMore && end(() => resolve('stopped'))
  const fail = (error: unknown) => end(() => reject(error))
  function pass(chunk: Buffer): void {
    try {
      const answer = take(chunk)
      if (typeof answer === 'boolean') return void heed(answer)
      stream.pause()
      taken = answer.then((wantsMore) => heed(wantsMore) || stream.resume()).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  if (stream.errored) reject(stream.errored)
  stream
    .on('data', pass)
    .once('end', () => Promise.resolve(taken).then(() => resolve('complete')))
    .once('error', reject)
  return promise
}

/** `Z_BUF_ERROR` is zlib's word, for every coding, for input that ended inside the compressed stream. */
function endingOf(error: unknown): Ending {
  if (error instanceof TooPacked) throw error
  if ((error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR') return 'truncated'
  throw new InvalidResponse('The body can not be decoded', { cause: error })
}
