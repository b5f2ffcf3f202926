import type { Part, Runtime } from '#shared/pipeline/part.ts'
import { runStage } from '#shared/pipeline/stage.ts'
import { stageOptions } from '#shared/pipeline/stage-options.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { startParserPool } from './adapters/parser-pool.ts'
import { extractStep } from './step.ts'

const MIB = 1024 * 1024

/** Starts the extract stage. */
export async function startExtract(runtime: Runtime, lookups: Lookups): Promise<Part> {
  const { config, objects } = runtime
  const parsers = startParserPool({
    threads: config.EXTRACT_WORKERS,
    memoryMb: config.EXTRACT_MEMORY_MB,
    timeoutMs: config.EXTRACT_TIMEOUT_MS,
  })
  const timeoutMs = config.EXTRACT_TIMEOUT_MS
  const memoryBytes = config.EXTRACT_MEMORY_MB * MIB
  const step = extractStep({ parsers, lookups, objects, timeoutMs, memoryBytes })
  const consumer = await runStage(step, stageOptions(runtime, config.EXTRACT_CONCURRENCY))
  return {
    async stop(graceMs) {
      await consumer.drain(graceMs)
      await parsers.stop()
    },
  }
}
