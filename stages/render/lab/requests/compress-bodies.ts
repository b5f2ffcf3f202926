import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { withTimeoutOrNull } from '#shared/async/timeout.ts'
import type { LabRequest } from '#shared/messages/payloads/measurement.ts'

import { wasSent } from './lab-request.ts'
import type { LoggedRequest } from './logged-request.ts'

type Compressed = NonNullable<LabRequest['compressed']>

/** Text media types: text/*, and application types that are text (RFC 6839, RFC 9239). */
const TEXT =
  /^(text\/.+|application\/(x-)?(javascript|ecmascript|json|xml|graphql|x-www-form-urlencoded)|[^/]+\/[^/]+\+(json|xml))$/
/** Shorter texts gain little by compression: infra/docs/clients.md#resources. */
const MIN_BYTES = 1024
/** Maximum bytes of one body, and of all bodies together. */
const MAX_BYTES = 5_000_000
const MAX_BYTES_TOGETHER = 20_000_000
/** Bodies that are compressed at the same time. */
const CONCURRENCY = 2

/**
 * Compresses texts that were sent uncompressed, the largest first, for `budgetMs` milliseconds at most. Bodies that are too large, come
 * too late or are gone are missing in the result.
 */
export async function compressBodies(
  requests: readonly LoggedRequest[],
  budgetMs: number,
): Promise<ReadonlyMap<LoggedRequest, Compressed>> {
  const until = performance.now() + budgetMs
  const sizes = new Map<LoggedRequest, Compressed>()
  const queue = selectBodies(requests)

  async function runWorker(): Promise<void> {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const remainingBytes = until - performance.now()
      if (remainingBytes <= 0) return
      const compressed = await withTimeoutOrNull(readCompressedSizes(next), remainingBytes)
      if (compressed !== null) sizes.set(next, compressed)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, runWorker))
  return sizes
}

function selectBodies(requests: readonly LoggedRequest[]): LoggedRequest[] {
  const largestFirst = requests
    .filter(isUncompressedText)
    .toSorted((one, other) => other.decodedBytes - one.decodedBytes)
  let remainingBytes = MAX_BYTES_TOGETHER
  return largestFirst.filter(({ decodedBytes }) => {
    const fits = decodedBytes <= Math.min(remainingBytes, MAX_BYTES)
    if (fits) remainingBytes -= decodedBytes
    return fits
  })
}

function isUncompressedText(request: LoggedRequest): boolean {
  const { response, decodedBytes, isRedirect, hasFailed, endedAt } = request
  if (response === null || isRedirect || hasFailed || endedAt === null || !wasSent(request)) return false
  const coding = response.headers['content-encoding'] ?? 'identity'
  return decodedBytes >= MIN_BYTES && coding === 'identity' && TEXT.test(response.mimeType ?? '')
}

/** Null when the browser no longer has the body. */
async function readCompressedSizes({ session, id }: LoggedRequest): Promise<Compressed | null> {
  const response = await session.send('Network.getResponseBody', { requestId: id }).catch(() => null)
  if (response === null) return null
  return compress(Buffer.from(response.body, response.base64Encoded ? 'base64' : 'utf8'))
}

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** Bytes with gzip 6 and brotli 5, the usual levels for dynamic compression. */
async function compress(body: Buffer): Promise<Compressed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  const [small, smaller] = await Promise.all([gzipped(body, { level: 6 }), brotlied(body, { params })])
  return { gzip: small.length, brotli: smaller.length }
}
