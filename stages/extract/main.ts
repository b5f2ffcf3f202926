import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import { auditOptions } from './audit/audit-input.ts'
import { extractHandler } from './extract-handler.ts'
import type { ParserPool } from './parser.worker.ts'

/** Pages in the stage at once: most of them wait for look-ups. */
const PAGES = 64
/** For parsing one page, in milliseconds. */
const PARSE_MS = 8000

/** Starts the extract stage. */
export async function startExtract(runtime: Runtime, lookups: Lookups): Promise<Component> {
  const { config, memory, objects } = runtime
  const parsers: ParserPool = startThreadPool({
    program: new URL('./parser.worker.ts', import.meta.url),
    threads: config.WORKER_THREADS,
    memoryMb: config.EXTRACT_MEMORY_MB,
    timeoutMs: PARSE_MS,
  })
  const maxBytes = config.FETCH_MAX_BYTES
  const step = extractHandler({ parsers, lookups, objects, memory, audit: auditOptions, maxBytes })
  const consumer = await runStage(step, stageOptions(runtime, PAGES, 'waiting'))
  return {
    async stop(graceMs) {
      await consumer.drain(graceMs)
      await parsers.stop()
    },
  }
}
