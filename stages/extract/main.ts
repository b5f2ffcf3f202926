import { startThreadPool } from '#shared/async/threads/thread-pool.ts'
import type { Config } from '#shared/config/config.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import type { Component, Runtime } from '#shared/runtime.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import { stageOptions } from '#shared/stage/stage-options.ts'
import type { AuditOptions } from './audit/audit-input.ts'
import { extractHandler } from './extract-handler.ts'
import type { ParserPool } from './parser.worker.ts'

/** Starts the extract stage. */
export async function startExtract(runtime: Runtime, lookups: Lookups): Promise<Component> {
  const { config, memory, objects } = runtime
  const parsers: ParserPool = startThreadPool({
    program: new URL('./parser.worker.ts', import.meta.url),
    threads: config.EXTRACT_WORKERS,
    memoryMb: config.EXTRACT_MEMORY_MB,
    timeoutMs: config.EXTRACT_TIMEOUT_MS,
  })
  const audit = auditOptions(config)
  const maxBytes = config.FETCH_MAX_BYTES
  const step = extractHandler({ parsers, lookups, objects, memory, audit, maxBytes })
  const consumer = await runStage(step, stageOptions(runtime, config.EXTRACT_CONCURRENCY, 'waiting'))
  return {
    async stop(graceMs) {
      await consumer.drain(graceMs)
      await parsers.stop()
    },
  }
}

function auditOptions(config: Config): AuditOptions {
  return {
    lookupsMs: config.AUDIT_GATHER_MS,
    fileMaxBytes: config.AUDIT_FILE_MAX_BYTES,
    limits: {
      internalLinks: config.AUDIT_MAX_INTERNAL_LINKS,
      externalLinks: config.AUDIT_MAX_EXTERNAL_LINKS,
      images: config.AUDIT_MAX_IMAGES,
      resources: config.AUDIT_MAX_RESOURCES,
      alternates: config.AUDIT_MAX_ALTERNATES,
    },
    bounds: {
      maxConcurrent: config.AUDIT_REQUESTS,
      maxConcurrentPerHost: config.AUDIT_REQUESTS_PER_HOST,
      sitemaps: config.AUDIT_MAX_SITEMAPS,
    },
  }
}
