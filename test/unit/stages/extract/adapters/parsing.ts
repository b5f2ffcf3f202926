import type { ExtractOptions } from '#stages/extract/adapters/messages.ts'
import { type ParserPoolOptions, startParserPool } from '#stages/extract/adapters/parser-pool.ts'
import type { PageInput } from '#stages/extract/facts/page-input.ts'
import type { LookupAnswers } from '#stages/extract/metadata/lookups-needed.ts'
import { fetched } from '../pages.ts'

export const all: ExtractOptions = { groups: ['all'], maxImages: 25, maxLinks: 100 }
/** Needs no look-ups. */
export const basic: ExtractOptions = { ...all, groups: ['counters'] }
export const nothingAnswers = async (): Promise<LookupAnswers> => ({
  canonicalStatus: null,
  dominantColor: null,
})
export const neverAborted = new AbortController().signal

/** Pools that are stopped after each test. */
export function pools() {
  const started: ReturnType<typeof startParserPool>[] = []
  return {
    start(options: Partial<ParserPoolOptions> = {}) {
      const pool = startParserPool({ threads: 1, memoryMb: 256, timeoutMs: 30_000, ...options })
      started.push(pool)
      return pool
    },
    stop: () => Promise.all(started.splice(0).map((pool) => pool.stop())),
  }
}

/** A page with the title and another canonical, so that a look-up is needed. */
export function context(title: string, padding = 0): PageInput {
  const filler = `<!--${'x'.repeat(padding)}-->`
  return fetched(`<title>${title}</title><link rel="canonical" href="/${title}">${filler}`)
}

/** Takes seconds to parse on any machine. */
export function heavyPage(): PageInput {
  return fetched(Buffer.alloc(100_000_000, '<a href="/x">y</a>'))
}

/** Needs far more than 24 MiB to parse. */
export function burstingPage(): PageInput {
  return fetched(Buffer.alloc(90_000_000, '<p>\u4e2d\u6587</p>'))
}

export function titleOf({ json }: { readonly json: string }): unknown {
  return JSON.parse(json).title
}
