import type { RejectedLine } from '#shared/ports/batches.ts'
import { sitemapLimits } from './sitemap-limits.ts'

/**
 * Sitemap entries are not lines of the body: they are reported with line 0, and the reason names the place.
 */
const LINE = 0

/**
 * The rejected entries of a batch's sitemaps. They are reported once all sitemaps are read, so that reading
 * again reports them once.
 */
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

  /** The first rejected entries. */
  lines(): RejectedLine[] {
    return this.#reasons.map((reason) => ({ line: LINE, reason }))
  }

  /** The number of further rejected entries. */
  more(): number {
    return this.#count - this.#reasons.length
  }
}
