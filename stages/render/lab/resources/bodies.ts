import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { LabRequest } from '#shared/lab/measurement.ts'
import { inTime } from '../../in-time.ts'
import { wentOut } from './lab-request.ts'
import type { LoggedRequest } from './logged-request.ts'

type Compressed = NonNullable<LabRequest['compressed']>

/** Text by its type: the text types, and those of application that are text by their standard (RFC 6839, RFC 9239). */
const TEXT =
  /^(text\/.+|application\/(x-)?(javascript|ecmascript|json|xml|graphql|x-www-form-urlencoded)|[^/]+\/[^/]+\+(json|xml))$/
/** A shorter text is hardly worth it (decisions section 12). */
const LEAST_BYTES = 1024
/** Bytes of one body, and of all together, that are read. */
const MOST_BYTES = 5_000_000
const MOST_BYTES_TOGETHER = 20_000_000
/** Bodies at a time. */
const CONCURRENCY = 2

/**
 * Compresses the texts that came uncompressed, the largest first, for at most `budgetMs`. What is too large, comes too late or
 * is gone has no sizes.
 */
export async function compressBodies(
  requests: readonly LoggedRequest[],
  budgetMs: number,
): Promise<ReadonlyMap<LoggedRequest, Compressed>> {
  const until = performance.now() + budgetMs
  const sizes = new Map<LoggedRequest, Compressed>()
  const queue = worthReading(requests)

  async function work(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const left = until - performance.now()
      if (left <= 0) return
      const compressed = await inTime(compressedSizes(next), left)
      if (compressed !== null) sizes.set(next, compressed)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  return sizes
}

function worthReading(requests: readonly LoggedRequest[]): LoggedRequest[] {
  const largestFirst = requests
    .filter(isPlainText)
    .toSorted((one, other) => other.decodedBytes - one.decodedBytes)
  let left = MOST_BYTES_TOGETHER
  return largestFirst.filter(({ decodedBytes }) => {
    const fits = decodedBytes <= Math.min(left, MOST_BYTES)
    if (fits) left -= decodedBytes
    return fits
  })
}

function isPlainText(request: LoggedRequest): boolean {
  const { answer, decodedBytes, isRedirect, hasFailed, endedAt } = request
  if (answer === null || isRedirect || hasFailed || endedAt === null || !wentOut(request)) return false
  const coding = answer.headers['content-encoding'] ?? 'identity'
  return decodedBytes >= LEAST_BYTES && coding === 'identity' && TEXT.test(answer.mimeType ?? '')
}

/** Null when the browser does not have the body any more. */
async function compressedSizes({ session, id }: LoggedRequest): Promise<Compressed | null> {
  const answer = await session.send('Network.getResponseBody', { requestId: id }).catch(() => null)
  if (answer === null) return null
  return compressedSizesOf(Buffer.from(answer.body, answer.base64Encoded ? 'base64' : 'utf8'))
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Bytes with gzip 6 and brotli 5, what servers use on the way. */
async function compressedSizesOf(body: Buffer): Promise<Compressed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [small, smaller] = await Promise.all([gzipped(body, { level: 6 }), brotlied(body, { params })])
  return { gzip: small.length, brotli: smaller.length }
}
