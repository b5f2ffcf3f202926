import type { Logger } from 'pino'
import { type HttpListenerOptions, openListener } from '#gateway/server/http-listener.ts'
import type { Config } from '#shared/config/config.ts'
import type { Component } from '#shared/runtime.ts'
import { type OpenPartsSecret, openPartsSecret } from '#shared/store/parts-secret.ts'
import { followReferenceClock } from '#shared/store/reference-clock.ts'
import { type Adapters, embeddedSettings, openAdapters } from '../process/adapters.ts'
import { allowedHosts } from '../process/allowed-hosts.ts'
import { bindToOwnAddresses } from '../process/own-addresses.ts'
import { areAllParts, type PartName, StartError } from '../process/parts.ts'
import { makeRuntime, waitForServices } from '../process/runtime.ts'
import { openTelemetry, startHealth, startTelemetry } from '../process/telemetry.ts'
import type { RenderChild } from '../render/render-child.ts'
import { startParts } from './start-parts.ts'

export interface Running {
  /** Base URL of the gateway; null when the gateway is not among the parts. */
  readonly url: string | null
  /** Resolves with the reason when a part must stop. */
  readonly failed: Promise<unknown>
  /** Drains all parts, then closes the adapters. */
  stop(): Promise<void>
}

const PART_GRACE_MS = 8000
/** Limit for all parts together. Work that is left then is not committed, so it is delivered again. */
const STOP_MS = 16_000

const TOPIC_DRIFT = {
  name: 'pageprobe_topic_config_drift',
  help: 'Settings of topics that were not what this process would make them, at its start; its log names them',
  labels: {},
}

/** Starts parts on the adapters that the settings name, and prints a message when they are up. */
export async function runParts(
  parts: readonly PartName[],
  given: Config,
  logger: Logger,
  print: (text: string) => void,
  renderChild: RenderChild | null = null,
): Promise<Running> {
  const config = await bindToOwnAddresses(given)
  requireSharedServices(parts, config)
  warnOfEgressExceptions(config, logger)
  const adapters = await openAdapters(config, logger, renderChild?.notifyAppended)
  renderChild?.onAppended(adapters.notice)
  const started: Component[] = []
  let isReady = false
  const stop = () => {
    isReady = false
    return stopParts(started, adapters)
  }
  try {
    const telemetry = await openTelemetry(config, parts, logger, renderChild?.metrics)
    started.push(await startTelemetry(config, telemetry))
    started.push(await startHealth(config, () => isReady))
    telemetry.metrics.gauge(TOPIC_DRIFT).watch({}, adapters.topicDrift)
    const listener = parts.includes('gateway') ? await openListener(listenerOptions(config)) : null
    if (listener !== null) started.push({ stop: (graceMs) => listener.close(graceMs) })
    await waitForServices(adapters, config, logger)
    const unfollow = await followReferenceClock({ store: adapters.store, logger, metrics: telemetry.metrics })
    started.push({ stop: async () => unfollow() })
    if (listener === null && config.PUBLIC_URL === null) {
      logger.warn('PUBLIC_URL is not set: links to large values will point to HOST and PORT of this process')
    }
    const publicUrl = config.PUBLIC_URL ?? listener?.url ?? `http://${config.HOST}:${config.PORT}`
    const partsSecret = await openSecret(parts, config, adapters, logger)
    started.push({ stop: async () => partsSecret.close() })
    const runtime = makeRuntime({ config, logger, adapters, telemetry, publicUrl, partsSecret })
    await startParts({ parts, runtime, logger, listener, started, print, renderChild })
    isReady = true
    const failed = Promise.race(started.flatMap((part) => part.failed ?? [])).then(toStartError)
    return { url: listener?.url ?? null, failed, stop }
  } catch (error) {
    await stop()
    await renderChild?.stop(0)
    throw toStartError(error)
  }
}

/** The score part neither serves nor makes calls between parts. */
const partsWithoutCalls: readonly PartName[] = ['score']
const unusedSecret: OpenPartsSecret = { current: () => '', close: () => undefined }

async function openSecret(
  parts: readonly PartName[],
  { PARTS_SECRET: configured }: Config,
  { store }: Adapters,
  log: Logger,
): Promise<OpenPartsSecret> {
  if (parts.every((part) => partsWithoutCalls.includes(part))) return unusedSecret
  return openPartsSecret({ configured, store, log })
}

function listenerOptions(config: Config): HttpListenerOptions {
  return {
    host: config.HOST,
    port: config.PORT,
    allowedHosts: allowedHosts(config),
    maxConnections: config.HTTP_MAX_CONNECTIONS,
  }
}

function requireSharedServices(parts: readonly PartName[], config: Config): void {
  const missing = embeddedSettings(config)
  if (areAllParts(parts) || missing.length === 0) return
  throw new StartError(
    `Parts in several processes share a real log, store and objects: set ${missing.join(', ')}, or run all parts in one process with npm start`,
  )
}

function warnOfEgressExceptions({ EGRESS_ALLOW, EGRESS_HOSTS }: Config, logger: Logger): void {
  if (EGRESS_ALLOW.length === 0) return
  logger.warn(
    { allow: EGRESS_ALLOW.map(({ text }) => text), hosts: [...EGRESS_HOSTS.keys()] },
    'EGRESS_ALLOW lets inspections reach addresses that the egress policy refuses',
  )
}

/** Stops the parts in reverse order of their start, then the adapters. */
async function stopParts(started: readonly Component[], adapters: Adapters): Promise<void> {
  const deadline = performance.now() + STOP_MS
  for (const part of [...started].reverse()) {
    await part.stop(Math.max(0, Math.min(PART_GRACE_MS, deadline - performance.now())))
  }
  await adapters.close()
}

/** Names of errors at the start whose messages tell the operator what to do. */
const START_ERROR_NAMES = ['FolderTaken', 'NewerFrontier', 'NewerSchema', 'NoDatabase']

function toStartError(error: unknown): unknown {
  const { code, message, name } = error as NodeJS.ErrnoException
  if (START_ERROR_NAMES.includes(name)) return new StartError(message)
  if (code !== 'EADDRINUSE' && !/EADDRINUSE/.test(message)) return error
  return new StartError(
    `A port is in use (${message}): set PORT, LOOKUPS_LISTEN, BATCHES_LISTEN, PRINT_LISTEN, METRICS_LISTEN or HEALTH_LISTEN to another`,
  )
}
