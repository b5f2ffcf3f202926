import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import { targetFactsOf } from '#stages/extract/audit/target-facts.ts'
import { type ParserPool, readPage } from '#stages/extract/parser.worker.ts'

export const neverAborted = new AbortController().signal

/** Reads pages in this thread. */
export const parsers = {
  run: async (name: 'page' | 'target', input: never, { signal }: { signal: AbortSignal }) => {
    signal.throwIfAborted()
    return name === 'page' ? readPage(input) : targetFactsOf(input)
  },
  stop: async () => {},
} as unknown as ParserPool

/** Reads pages as `parsers` does, except for one kind of calls. */
export function parsersWith(
  name: 'page' | 'target',
  run: (signal: AbortSignal) => Promise<never>,
): ParserPool {
  const others: ParserPool['run'] = parsers.run
  return {
    ...parsers,
    run: (called, input, options) => (called === name ? run(options.signal) : others(called, input, options)),
  }
}

/** One thread that reads pages. */
export function startParsers(): ParserPool {
  const program = new URL('../../../../stages/extract/parser.worker.ts', import.meta.url)
  return startThreadPool({ program, threads: 1, memoryMb: 256, timeoutMs: 30_000 })
}
