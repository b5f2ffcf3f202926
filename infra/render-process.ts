import { setTimeout as delay } from 'node:timers/promises'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { grpcLookups } from '#shared/adapters/grpc/lookups.ts'
import { readConfig } from '#shared/config/config.ts'
import { makeLog } from '#shared/log.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { followReferenceClock } from '#shared/reference-clock.ts'
import { tracedLookups } from '#shared/rpc/lookups/traced-lookups.ts'
import type { Component } from '#shared/runtime.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { startRender } from '#stages/render/main.ts'
import { type Adapters, openAdapters } from './adapters.ts'
import { makePrivate } from './private-data.ts'
import { type FromRender, newsOf, type RenderStart, type ToRender } from './render-messages.ts'
import { memoryOf, untilThere } from './run-parts.ts'
import { secretsOf } from './secrets.ts'
import { LOOKUPS_LIMITS } from './start-parts.ts'
import { childTelemetry, watchedLog } from './telemetry.ts'

/** Shows that the event loop turns. */
const BEAT_MS = 1000
/** News that the service has died arrives within that time of its connections' end. */
const FAREWELL_MS = 500

makePrivate()
const config = readConfig()
const logger = makeLog(config.LOG_LEVEL, secretsOf(config))
const telemetry = childTelemetry(config, logger)
let adapters: Adapters | null = null
let running: Promise<Component> | null = null

/** Resolves when the message is written, or can't be: then the service is gone. */
function tell(message: FromRender): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve()
    process.send(message, undefined, undefined, () => resolve())
  })
}

async function run({ lookupsAddress, publicUrl }: RenderStart): Promise<Component> {
  adapters = openAdapters(
    config,
    logger,
    newsOf((topics) => tell({ kind: 'news', topics })),
  )
  await untilThere(adapters, config, logger)
  // On the same machine as its parent, which shows the offset.
  await followReferenceClock({ store: adapters.store, logger, metrics: noMetrics })
  const lookups = grpcLookups({ addresses: lookupsAddress, ...LOOKUPS_LIMITS, log: logger })
  const log = watchedLog(adapters.log, telemetry, config)
  const memory = memoryOf(config)
  const runtime = { ...adapters, log, telemetry, memory, config, logger, publicUrl: () => publicUrl }
  const traced = tracedLookups(ofService(lookups), telemetry.tracer)
  const render = await startRender(runtime, traced, () => findChromium())
  return {
    async stop(graceMs) {
      await render.stop(graceMs)
      lookups.close()
      await telemetry.tracer.close()
    },
  }
}

/** A look-up that fails because the service has died is nobody's outcome: this process ends first. */
function ofService(lookups: Lookups): Lookups {
  return {
    ...lookups,
    async robots(...asked) {
      try {
        return await lookups.robots(...asked)
      } catch (error) {
        await delay(FAREWELL_MS)
        throw error
      }
    },
  }
}

async function start(given: RenderStart): Promise<void> {
  running = run(given)
  try {
    await running
    await tell({ kind: 'ready' })
  } catch (error) {
    await tell({ kind: 'failed', reason: (error as Error).message })
    process.exit(1)
  }
}

async function stop(graceMs: number): Promise<never> {
  await (await running)?.stop(graceMs)
  await adapters?.close()
  process.exit(0)
}

async function hear(message: ToRender): Promise<void> {
  if (message.kind === 'start') return start(message.start)
  if (message.kind === 'news') return adapters?.notice(message.topics)
  if (message.kind === 'stop') return stop(message.graceMs)
  const { id } = message
  await tell({ kind: 'figures', id, figures: await telemetry.metrics.snapshot() })
}

// The service tells when to stop: what a terminal or a supervisor sends to all processes of the group is its alone.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
// Browsers end with this process.
process.on('disconnect', () => process.exit(1))
process.on('message', (message) => void hear(message as ToRender))
setInterval(() => void tell({ kind: 'beat' }), BEAT_MS)
