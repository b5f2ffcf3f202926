import type { Context } from 'koa'
import { Failure } from '#shared/errors.ts'
import type { CrawlRules } from '#shared/ports/batches.ts'
import type { ApiKey } from '../../access/api-keys.ts'
import type { QuotaResult, Quotas } from '../../access/quotas.ts'
import { rejectRateLimited, setRateLimitHeaders } from '../../access/rate-limit.ts'

/** Counts the items of one batch against the daily quota of its key. */
export interface ItemMeter {
  /** Passes the body on and counts its lines. Throws `RATE_LIMIT_EXCEEDED` when the quota is spent. */
  lines(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Throws `RATE_LIMIT_EXCEEDED` when the quota is spent already. */
  assertNotSpent(): Promise<void>
  /**
   * Counts the pages of a crawl before it begins, at most the rest of the quota, and limits the crawl to them. The
   * batch component gives back what the crawl does not use.
   */
  reserveCrawl(rules: CrawlRules): Promise<CrawlRules>
  /** Call it when the batch runs: gives back the rejected lines and sets the rate limit headers. Never rejects. */
  finish(rejected: number): Promise<void>
  /** Call it when the batch was not created: gives back all that was counted. */
  refundAll(): Promise<void>
}

const NEWLINE = 10
const SPENT = "The key's daily limit for batch items is spent"

/** Makes the meter of one batch. A key without a limit is never refused. */
export function meterItems(context: Context, key: ApiKey, quotas: Quotas): ItemMeter {
  let countedLines = 0
  let consumed = 0
  let state: QuotaResult | null = null

  async function consume(items: number): Promise<void> {
    if (items === 0) return
    state = await quotas.consume(key, 'batch', items)
    if (state?.isGranted === false) rejectRateLimited(context, state, SPENT)
    consumed += items
  }

  async function refund(items: number): Promise<void> {
    consumed -= items
    if (items > 0) state = await quotas.refund(key, 'batch', items)
  }

  return {
    async *lines(body) {
      const lines = lineCounter()
      for await (const chunk of body) {
        const count = lines.add(chunk)
        await consume(count)
        countedLines += count
        yield chunk
      }
      const rest = lines.end()
      await consume(rest)
      countedLines += rest
    },
    async assertNotSpent() {
      state = await quotas.consume(key, 'batch', 0)
      if (state?.remaining === 0) rejectRateLimited(context, state, SPENT)
    },
    async reserveCrawl(rules) {
      const maxPages = Math.min(rules.maxPages, state?.remaining ?? rules.maxPages)
      await consume(maxPages)
      return { ...rules, maxPages }
    },
    async finish(rejected) {
      // Lines that cannot be given back stay counted until the end of the day: no reason to fail a batch that runs.
      await refund(Math.min(rejected, countedLines, consumed)).catch(() => undefined)
      if (state !== null) setRateLimitHeaders(context, state)
    },
    refundAll: () => refund(consumed),
  }
}

/**
 * Runs work whose items the batch part counts, and sets the rate limit headers. A refusal of the batch part becomes
 * `RATE_LIMIT_EXCEEDED` with the state of the quota.
 */
export async function withCountedItems<T>(
  context: Context,
  key: ApiKey,
  quotas: Pick<Quotas, 'consume'>,
  work: () => Promise<T>,
): Promise<T> {
  const readState = () => quotas.consume(key, 'batch', 0)
  try {
    const result = await work()
    // The items are stored: a state that cannot be read is no reason to fail.
    const state = await readState().catch(() => null)
    if (state !== null) setRateLimitHeaders(context, state)
    return result
  } catch (error) {
    const isSpent = error instanceof Failure && error.code === 'RATE_LIMIT_EXCEEDED'
    const state = isSpent ? await readState() : null
    if (state !== null) rejectRateLimited(context, state, SPENT)
    throw error
  }
}

/** Counts lines that are not blank: `add` those that end in a chunk, `end` the rest behind the last newline. */
function lineCounter() {
  let isBlank = true
  return {
    add(chunk: Uint8Array): number {
      let lines = 0
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        isBlank &&= isSpace(chunk.subarray(start, end))
        if (!isBlank) lines += 1
        isBlank = true
        start = end + 1
      }
      isBlank &&= isSpace(chunk.subarray(start))
      return lines
    },
    end: () => (isBlank ? 0 : 1),
  }
}

/** Whether the bytes are only spaces, tabs and carriage returns. */
function isSpace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}
