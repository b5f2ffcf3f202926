import { pipeline, type Readable, Stream } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Context, Middleware } from 'koa'
import { LRUCache } from 'lru-cache'

/** The offered codings; of equally weighted ones the first is preferred. */
const offered = ['br', 'gzip', 'zstd'] as const
type ContentCoding = (typeof offered)[number]

/** Bodies of up to this many bytes are not compressed: `infra/docs/clients.md#http`. */
const MIN_BYTES = 1024
/** Excludes images, fonts and archives, which are compressed already. */
const COMPRESSIBLE = /^(?:text\/.+|(?:application|image)\/(?:.+\+)?(?:json|xml|javascript|yaml|x-ndjson))$/
const BROTLI_QUALITY = 4

const { BROTLI_PARAM_QUALITY, BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants
const brotli = { params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }

export interface CompressionOptions {
  /** Maximum memory of the cache of compressed bodies, in bytes. */
  readonly cacheBytes: number
}

/** Compressed forms of cached answers, by coding and text. */
type CompressedBodies = LRUCache<string, Buffer>

/** Maximum size of a character of a string, in bytes. */
const CHARACTER_BYTES = 2

/** Compresses a whole body. */
const compress: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(zlib.brotliCompress)(body, brotli),
  gzip: (body) => promisify<Buffer, Buffer>(zlib.gzip)(body),
  zstd: (body) => promisify<Buffer, Buffer>(zlib.zstdCompress)(body),
}

/** Compressed forms of buffers, kept as long as the buffer: documents are the same for every answer. */
const compressedBuffers = new WeakMap<Buffer, Map<ContentCoding, Promise<Buffer>>>()

function compressOnce(coding: ContentCoding, body: Buffer): Promise<Buffer> {
  const known = compressedBuffers.get(body) ?? new Map<ContentCoding, Promise<Buffer>>()
  compressedBuffers.set(body, known)
  const compressed = known.get(coding) ?? compress[coding](body)
  known.set(coding, compressed)
  return compressed
}

/** Compresses a stream and flushes each chunk when it comes. */
const compressor: Readonly<Record<ContentCoding, () => NodeJS.ReadWriteStream>> = {
  br: () => zlib.createBrotliCompress({ ...brotli, flush: BROTLI_OPERATION_FLUSH }),
  gzip: () => zlib.createGzip({ flush: Z_SYNC_FLUSH }),
  zstd: () => zlib.createZstdCompress({ flush: ZSTD_e_flush }),
}

/**
 * Compresses larger answers in the coding that the client prefers: br, gzip or zstd. The answer to HEAD has the same
 * headers. A compressed answer is another representation, so its ETag becomes a weak one (RFC 9110, section 8.8.1).
 */
export function compression({ cacheBytes }: CompressionOptions): Middleware {
  const cache: CompressedBodies = new LRUCache({
    maxSize: cacheBytes,
    sizeCalculation: (compressed, key) => key.length * CHARACTER_BYTES + compressed.length,
  })
  return async (context, next) => {
    await next()
    if (context.status === 304) context.vary('Accept-Encoding')
    if (!isCompressible(context)) return
    context.vary('Accept-Encoding')
    const coding = preferredCoding(context.get('Accept-Encoding'))
    if (coding !== null) await encode(context, coding, cache)
  }
}

async function encode(context: Context, coding: ContentCoding, cache: CompressedBodies): Promise<void> {
  const body = bodyOf(context)
  if (body === null) return
  if (body instanceof Stream) context.body = compressStream(body, compressor[coding]())
  else context.body = await compressText(context, coding, body, cache)
  context.set('Content-Encoding', coding)
  const etag = String(context.response.get('ETag'))
  if (etag.startsWith('"')) context.set('ETag', `W/${etag}`)
}

/** Caches the compressed form of cached answers: compression is most of their cost. */
async function compressText(
  { body: text, state }: Context,
  coding: ContentCoding,
  bytes: Buffer,
  cache: CompressedBodies,
): Promise<Buffer> {
  if (Buffer.isBuffer(text)) return compressOnce(coding, text)
  if (!state.cached || typeof text !== 'string') return compress[coding](bytes)
  const known = cache.get(coding + text)
  if (known !== undefined) return known
  const compressed = await compress[coding](bytes)
  cache.set(coding + text, compressed)
  return compressed
}

/** A stream of known length is a stored object: compressing it for each client would cost more than sending it. */
function isCompressible({ body, status, response }: Context): boolean {
  const isFull = status !== 206 && !response.get('Content-Range')
  const isObject = body instanceof Stream && response.length !== undefined
  const mayChange = !/(^|,)\s*no-transform\s*(,|$)/i.test(String(response.get('Cache-Control')))
  const isPlain = !response.get('Content-Encoding')
  return Boolean(body) && isFull && !isObject && mayChange && isPlain && COMPRESSIBLE.test(response.type)
}

/** An error of the source ends the answer with an error. */
function compressStream(source: Stream, target: NodeJS.ReadWriteStream): NodeJS.ReadWriteStream {
  pipeline(source as Readable, target, () => undefined) // koa handles the error of the target
  return target
}

/** The body; null when it is too small to compress. */
function bodyOf({ body }: Context): Buffer | Stream | null {
  if (body instanceof Stream) return body
  const bytes = Buffer.isBuffer(body)
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return bytes.length > MIN_BYTES ? bytes : null
}

const WEIGHT = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i

/**
 * The coding that the client prefers by its Accept-Encoding (RFC 9110, section 12.5.3). Null = identity, also when the
 * client accepts none of the offered codings.
 */
export function preferredCoding(acceptEncoding: string): ContentCoding | null {
  if (acceptEncoding === '') return null
  const weights = weightsOf(acceptEncoding)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = offered.toSorted((a, b) => weightOf(b) - weightOf(a))
  if (best === undefined || weightOf(best) === 0) return null
  return (weights.get('identity') ?? 0) > weightOf(best) ? null : best
}

function weightsOf(acceptEncoding: string): ReadonlyMap<string, number> {
  const entries = acceptEncoding.split(',').map((entry) => entry.split(';').map((part) => part.trim()))
  return new Map(
    entries.flatMap(([name = '', weight = 'q=1']) => {
      const [, value] = WEIGHT.exec(weight) ?? []
      return name === '' || value === undefined ? [] : [[nameOf(name), Number(value)] as const]
    }),
  )
}

/** RFC 9110, section 8.4.1.3: `x-gzip` is `gzip`. */
function nameOf(coding: string): string {
  return coding.toLowerCase().replace(/^x-gzip$/, 'gzip')
}
