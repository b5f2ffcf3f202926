import { parentPort } from 'node:worker_threads'
import { Parser } from 'htmlparser2'
import { extractPage } from './extract-page.ts'
import { type SavedPage, savedPages } from './saved-pages.ts'

/** Milliseconds for a page: the minimum of some rounds. */
export interface PageCost {
  readonly bare: number
  readonly full: number
}

const ROUNDS = 3

/**
 * As in a parser worker of the product after a while: no other code is in this thread, and both programs have seen
 * all pages once.
 */
const pages = savedPages()
for (const page of pages) {
  parse(page)
  extractPage(page)
}
parentPort?.postMessage(pages.map(costOf))

function costOf(page: SavedPage): PageCost {
  return { bare: least(() => parse(page)), full: least(() => extractPage(page)) }
}

function least(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    work()
    least = Math.min(least, performance.now() - started)
  }
  return least
}

function parse({ body }: SavedPage): void {
  const parser = new Parser({})
  parser.write(body.toString('utf8'))
  parser.end()
}
