import type { Context } from 'koa'
import type { CrawlRules } from '#shared/ports/batches.ts'
import type { ApiKey } from '../../access/api-keys.ts'
import type { QuotaResult, Quotas } from '../../access/quotas.ts'
import { rejectRateLimited, setRateLimitHeaders } from '../../access/rate-limit.ts'

/** Counts what a batch takes of its key's daily number of batch items. */
export interface ItemMeter {
  /** The body as it comes, each line of it counted. Throws `RATE_LIMIT_EXCEEDED` once the number is spent. */
  lines(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Throws as `lines` where nothing is left. */
  assertNotSpent(): Promise<void>
  /**
   * What a crawl may take, counted before it begins: at most what is left. The batch part gives back what it did not need.
   */
  reserveCrawl(rules: CrawlRules): Promise<CrawlRules>
  /** The batch runs: lines that were rejected are given back, and the answer says where the key stands. Never rejects. */
  finish(rejected: number): Promise<void>
  /** There is no such batch: all is given back. */
  refundAll(): Promise<void>
}

const NEWLINE = 10
const SPENT = "The key's daily limit for batch items is spent"

/** For a key without a limit nothing is counted. */
export function meterItems(context: Context, key: ApiKey, quotas: Quotas): ItemMeter {
  let countedLines = 0
  let consumed = 0
  let state: QuotaResult | null = null

  async function consume(items: number): Promise<void> {
    if (items === 0) return
    state = await quotas.consume(key, 'batch', items)
    if (state === null) return
    if (!state.isGranted) rejectRateLimited(context, state, SPENT)
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
      // Should that fail, it stays counted until the end of the day: no reason to call a batch failed that runs.
      await refund(Math.min(rejected, countedLines, consumed)).catch(() => undefined)
      if (state !== null) setRateLimitHeaders(context, state)
    },
    refundAll: () => refund(consumed),
  }
}

/** Counts lines that are not blank: those that end in a piece, and what stands behind the last newline. */
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

/** Blanks, tabs and carriage returns alone. */
function isSpace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}
