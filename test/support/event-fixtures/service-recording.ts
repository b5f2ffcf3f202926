import { rm } from 'node:fs/promises'
import { pino } from 'pino'
import { openListener } from '#gateway/server/http-listener.ts'
import { openAdapters } from '#infra/process/adapters.ts'
import { partNames } from '#infra/process/parts.ts'
import { makeRuntime, waitForServices } from '#infra/process/runtime.ts'
import { startParts } from '#infra/run/start-parts.ts'
import { freshFolder } from '#infra/services/process.ts'
import { readConfig } from '#shared/config/config.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import type { Component } from '#shared/runtime.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import { secret } from '#test/support/parts-secret.ts'

/**
 * The embedded service in this process, with everything that it appends to its log and puts into its object store.
 */
export interface ServiceRecording {
  readonly url: string
  /** In the order of their appends. */
  readonly records: readonly NewRecord[]
  /** By name, removed objects included. */
  readonly stored: ReadonlyMap<string, Buffer>
  append(record: NewRecord): Promise<void>
  close(): Promise<void>
}

const GRACE_MS = 5000

export async function recordService(env: Readonly<Record<string, string>>): Promise<ServiceRecording> {
  const folder = await freshFolder('recording')
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: folder, ...env })
  const logger = pino({ level: 'silent' })
  const adapters = await openAdapters(config, logger)
  const records: NewRecord[] = []
  const stored = new Map<string, Buffer>()
  const log = {
    ...adapters.log,
    async append(appended: readonly NewRecord[]) {
      records.push(...appended)
      return adapters.log.append(appended)
    },
  }
  const objects = {
    ...adapters.objects,
    async put(name: string, body: Buffer | readonly Buffer[], contentType: string) {
      stored.set(name, Buffer.concat([body].flat()))
      await adapters.objects.put(name, body, contentType)
    },
  }
  const listener = await openListener({
    ...{ host: config.HOST, port: 0, allowedHosts: [] },
    ...{ maxConnections: 100, maxKeylessConnections: 100 },
  })
  await waitForServices({ ...adapters, log }, config, logger)
  const started: Component[] = [{ stop: (graceMs) => listener.close(graceMs) }]
  const publicUrl = 'http://pageprobe.example'
  const own = { ...adapters, log, objects }
  const runtime = makeRuntime({
    config,
    logger,
    adapters: own,
    telemetry: noTelemetry,
    publicUrl,
    partsSecret: secret,
  })
  await startParts({
    parts: partNames,
    runtime,
    logger,
    listener,
    started,
    print: () => {},
    renderChild: null,
  })
  return {
    url: listener.url,
    records,
    stored,
    async append(record) {
      await log.append([record])
    },
    async close() {
      for (const part of started.toReversed()) await part.stop(GRACE_MS)
      await adapters.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
