import type { RejectedLine } from '#shared/ports/batches.ts'
import { sitemapLimits } from './sitemap-limits.ts'

/** Sitemaps are no lines of the body: what is wrong in them has line 0, and the reason names the place. */
const LINE = 0

/** What was wrong in the sitemaps of a batch: told when all is read, so that reading them again tells it once. */
export class RejectedEntries {
  readonly #reasons: string[] = []
  #count = 0

  add(reason: string): void {
    this.#count += 1
    if (this.#reasons.length < sitemapLimits.rejections) this.#reasons.push(reason)
  }

  addAll(others: RejectedEntries): void {
    for (const reason of others.#reasons) this.add(reason)
    this.#count += others.more()
  }

  /** The first of them. */
  lines(): RejectedLine[] {
    return this.#reasons.map((reason) => ({ line: LINE, reason }))
  }

  /** How many there were beyond those. */
  more(): number {
    return this.#count - this.#reasons.length
  }
}
