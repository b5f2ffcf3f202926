import { setTimeout as delay } from 'node:timers/promises'
import { findChromium } from '#infra/setup/find-chromium.mjs'
import { grpcLookups } from '#shared/adapters/grpc/lookups.ts'
import { readConfig } from '#shared/config/config.ts'
import { makeLog } from '#shared/log.ts'
import type { Lookups } from '#shared/ports/lookups.ts'
import { tracedLookups } from '#shared/rpc/lookups/traced-lookups.ts'
import { openPartsSecret } from '#shared/store/parts-secret.ts'
import { followReferenceClock } from '#shared/store/reference-clock.ts'
import { noMetrics } from '#shared/telemetry/metrics.ts'
import { type RenderPart, startRender } from '#stages/render/main.ts'
import { type Adapters, LOOKUPS_LIMITS, openAdapters } from '../process/adapters.ts'
import { makePrivate, secretsOf } from '../process/private-data.ts'
import { makeRuntime, waitForLookups, waitForServices } from '../process/runtime.ts'
import { childTelemetry } from '../process/telemetry.ts'
import { coalesceTopics, type FromRender, type RenderStart, type ToRender } from './render-messages.ts'

/** A heartbeat proves that the event loop turns. */
const HEARTBEAT_MS = 1000
/** The `disconnect` event arrives within this time after the service died. */
const DISCONNECT_MS = 500

makePrivate()
const config = readConfig()
const logger = makeLog(config.LOG_LEVEL, secretsOf(config))
const opening = childTelemetry(config, logger)
let adapters: Adapters | null = null
let running: Promise<RenderPart> | null = null

/** Resolves when the message is written, or cannot be because the service is gone. */
function send(message: FromRender): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve()
    process.send(message, undefined, undefined, () => resolve())
  })
}

async function run({ lookupsAddress, publicUrl, printListen }: RenderStart): Promise<RenderPart> {
  const telemetry = await opening
  const sendAppended = coalesceTopics((topics) => send({ kind: 'news', topics }))
  adapters = await openAdapters(config, logger, (records) => sendAppended(records.map(({ topic }) => topic)))
  await waitForServices(adapters, config, logger)
  // The parent process runs on the same machine and exports the clock offset.
  await followReferenceClock({ store: adapters.store, logger, metrics: noMetrics })
  const partsSecret = await openPartsSecret({
    configured: config.PARTS_SECRET,
    store: adapters.store,
    log: logger,
  })
  const lookups = grpcLookups({
    addresses: lookupsAddress,
    ...LOOKUPS_LIMITS,
    secret: partsSecret,
    log: logger,
  })
  await waitForLookups(lookups, logger)
  const runtime = makeRuntime({ config, logger, adapters, telemetry, publicUrl, partsSecret })
  const traced = tracedLookups(withDisconnectDelay(lookups), telemetry.tracer)
  const render = await startRender(runtime, traced, { printListen, findBrowser: () => findChromium() })
  return {
    printAddress: render.printAddress,
    async stop(graceMs) {
      await render.stop(graceMs)
      lookups.close()
      partsSecret.close()
      await telemetry.tracer.close()
    },
  }
}

/**
 * Delays the failure of a look-up. If it failed because the service died, this process ends first, and the failure
 * becomes no outcome.
 */
function withDisconnectDelay(lookups: Lookups): Lookups {
  return {
    ...lookups,
    async robots(...args) {
      try {
        return await lookups.robots(...args)
      } catch (error) {
        await delay(DISCONNECT_MS)
        throw error
      }
    },
  }
}

async function start(message: RenderStart): Promise<void> {
  running = run(message)
  try {
    const { printAddress } = await running
    await send({ kind: 'ready', printAddress })
  } catch (error) {
    await send({ kind: 'failed', reason: (error as Error).message })
    process.exit(1)
  }
}

async function stop(graceMs: number): Promise<never> {
  await (await running)?.stop(graceMs)
  await adapters?.close()
  process.exit(0)
}

async function onMessage(message: ToRender): Promise<void> {
  if (message.kind === 'start') return start(message.start)
  if (message.kind === 'news') return adapters?.notice(message.topics)
  if (message.kind === 'stop') return stop(message.graceMs)
  const { id } = message
  const { metrics } = await opening
  await send({ kind: 'figures', id, figures: await metrics.snapshot() })
}

// The service decides when this process stops. It ignores signals that a terminal or a supervisor sends to the whole
// process group.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => {})
// Browsers end with this process.
process.on('disconnect', () => process.exit(1))
process.on('message', (message) => void onMessage(message as ToRender))
void send({ kind: 'loaded' })
setInterval(() => void send({ kind: 'beat' }), HEARTBEAT_MS)
