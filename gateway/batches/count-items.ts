import type { Context } from 'koa'
import type { CrawlRules } from '#shared/ports/batches.ts'
import { refuseExcess, showAllowance } from '../http/allowance.ts'
import type { ApiKey } from '../keys.ts'
import type { Counted, Quotas } from '../quotas.ts'

/** Counts what a batch takes of its key's daily number of batch items. */
export interface ItemCount {
  /** The body as it comes, each line of it counted. Throws `RATE_LIMIT_EXCEEDED` once the number is spent. */
  lines(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Throws as `lines` where nothing is left. */
  begin(): Promise<void>
  /**
   * What a crawl may take, counted before it begins: at most what is left. The batch part gives back what it did not need.
   */
  crawl(rules: CrawlRules): Promise<CrawlRules>
  /** The batch runs: lines that were rejected are given back, and the answer says where the key stands. Never rejects. */
  settle(rejected: number): Promise<void>
  /** There is no such batch: all is given back. */
  giveBack(): Promise<void>
}

const NEWLINE = 10
const SPENT = "The key's daily limit for batch items is spent"

/** For a key without a limit nothing is counted. */
export function countItems(context: Context, key: ApiKey, quotas: Quotas): ItemCount {
  let ofLines = 0
  let taken = 0
  let last: Counted | null = null

  async function take(items: number): Promise<void> {
    if (items === 0) return
    last = await quotas.take(key, 'batch', items)
    if (last === null) return
    if (!last.isGranted) refuseExcess(context, last, SPENT)
    taken += items
  }

  async function untake(items: number): Promise<void> {
    taken -= items
    if (items > 0) last = await quotas.giveBack(key, 'batch', items)
  }

  return {
    async *lines(body) {
      const lines = lineCounter()
      for await (const piece of body) {
        const found = lines.add(piece)
        await take(found)
        ofLines += found
        yield piece
      }
      const rest = lines.end()
      await take(rest)
      ofLines += rest
    },
    async begin() {
      last = await quotas.take(key, 'batch', 0)
      if (last?.remaining === 0) refuseExcess(context, last, SPENT)
    },
    async crawl(rules) {
      const maxPages = Math.min(rules.maxPages, last?.remaining ?? rules.maxPages)
      await take(maxPages)
      return { ...rules, maxPages }
    },
    async settle(rejected) {
      // Should that fail, it stays counted until the end of the day: no reason to call a batch failed that runs.
      await untake(Math.min(rejected, ofLines, taken)).catch(() => undefined)
      if (last !== null) showAllowance(context, last)
    },
    giveBack: () => untake(taken),
  }
}

/** Counts lines that are not blank: those that end in a piece, and what stands behind the last newline. */
function lineCounter() {
  let isBlank = true
  return {
    add(piece: Uint8Array): number {
      let lines = 0
      let start = 0
      for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, start)) {
        isBlank &&= isSpace(piece.subarray(start, end))
        if (!isBlank) lines += 1
        isBlank = true
        start = end + 1
      }
      isBlank &&= isSpace(piece.subarray(start))
      return lines
    },
    end: () => (isBlank ? 0 : 1),
  }
}

/** Blanks, tabs and carriage returns alone. */
function isSpace(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || byte === 13)
}
