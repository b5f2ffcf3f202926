import { createKey, type NewKey, type Scope } from '#gateway/access/api-keys.ts'
import { type GatewayComponent, startGateway } from '#gateway/main.ts'
import type { KeylessRateLimit } from '#gateway/middleware/keyless.ts'
import { type HttpListener, openListener } from '#gateway/server/http-listener.ts'
import { readConfig } from '#shared/config/config.ts'
import type { Consumer } from '#shared/consumer/consumer.ts'
import { unavailable } from '#shared/errors.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { Lookups, TargetDecision } from '#shared/ports/lookups.ts'
import type { Printing } from '#shared/ports/printing.ts'
import type { Runtime } from '#shared/runtime.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { noTelemetry, type Telemetry } from '#shared/telemetry/telemetry.ts'
import { type Embedded, openEmbedded } from '#test/support/embedded.ts'
import { secret } from '#test/support/parts-secret.ts'
import { silentLog } from '#test/support/silent-log.ts'
import { unlimitedMemory } from '#test/support/unlimited-memory.ts'
import { PUBLIC_URL, runToyStage } from '#test/unit/shared/stage/toy-stage.ts'
import { type Answer, type Call, httpCall } from './http-call.ts'
import { listenerOptions } from './listener-options.ts'

/** The gateway on the embedded adapters, with one stage whose handler the test defines. */
export interface GatewayFixture {
  readonly url: string
  readonly embedded: Embedded
  /** Calls with this key, or without a key. */
  call(key: string | null, target: string, call?: Call): Promise<Answer>
  /** Creates a key, by default without daily limits. */
  makeKey(scopes: readonly Scope[], about?: Partial<NewKey>): Promise<string>
  stop(): Promise<void>
}

export interface GatewayFixtureOptions {
  readonly handle: StageHandler['handle']
  /** The decision of the look-ups about a target. */
  checkTarget?(url: string): TargetDecision | Promise<TargetDecision>
  /** The look-up of thumbnails; rejects by default. */
  readonly thumbnail?: Lookups['thumbnail']
  readonly env?: Readonly<Record<string, string>>
  readonly telemetry?: Telemetry
  readonly keyless?: KeylessRateLimit
  readonly maxKeylessConnections?: number
  /** The batch component; rejects every call by default. */
  readonly batches?: Batches
  /** The printing of documents; rejects by default, as without a browser. */
  readonly printing?: Printing
}

export async function startGatewayFixture({
  handle,
  checkTarget,
  thumbnail = notUsed,
  env,
  telemetry,
  batches,
  printing,
  keyless,
  maxKeylessConnections,
}: GatewayFixtureOptions): Promise<GatewayFixture> {
  const embedded = await openEmbedded()
  const stage = await runToyStage(embedded, handle, { name: 'fetch' })
  const { log, events, store, objects } = embedded
  const config = readConfig({ LOG_LEVEL: 'silent', ...env })
  const runtime: Runtime = {
    config,
    logger: silentLog,
    log,
    events,
    store,
    objects,
    telemetry: telemetry ?? noTelemetry,
    memory: unlimitedMemory,
    publicUrl: () => PUBLIC_URL,
    partsSecret: secret,
  }
  const listener = await openListener({
    ...listenerOptions,
    ...(maxKeylessConnections !== undefined && { maxKeylessConnections }),
  })
  const gateway = await startGateway(
    runtime,
    {
      lookups: { ...lookupsOf(checkTarget), thumbnail },
      batches: batches ?? noBatches,
      printing: printing ?? noPrinting,
    },
    listener,
    keyless,
  )
  await gateway.whenReady()
  return {
    url: listener.url,
    embedded,
    call(key, target, { headers, ...call } = {}) {
      return httpCall(listener.url, target, {
        ...call,
        headers: { ...headers, ...(key && { 'X-API-Key': key }) },
      })
    },
    makeKey: (scopes, about) =>
      createKey(store, {
        plan: 'enterprise',
        label: '',
        limits: {},
        metadataTtlSeconds: null,
        ...about,
        scopes: [...scopes],
      }),
    stop: () => stopAll(gateway, listener, stage, embedded),
  }
}

const notUsed = () => Promise.reject(new Error('nobody asks this of the gateway'))
/** A batch component that is available and rejects every call. */
export const noPrinting: Printing = {
  print: async () => {
    throw unavailable('browser')
  },
  close() {},
}

export const noBatches: Batches = {
  submit: notUsed,
  open: notUsed,
  addLines: notUsed,
  start: notUsed,
  status: notUsed,
  list: notUsed,
  pause: notUsed,
  resume: notUsed,
  cancel: notUsed,
  results: notUsed,
  report: notUsed,
  pages: notUsed,
  ping: async () => {},
  close() {},
}

function lookupsOf(checkTarget: GatewayFixtureOptions['checkTarget']): Lookups {
  return {
    checkTarget: async (url) => (await checkTarget?.(url)) ?? { kind: 'allowed' },
    robots: notUsed,
    probe: notUsed,
    describeImage: notUsed,
    thumbnail: notUsed,
    fetchFile: notUsed,
    scanSitemap: notUsed,
    listSitemap() {
      throw new Error('the gateway lists no sitemap')
    },
    ping: async () => {},
    close() {},
  }
}

async function stopAll(
  gateway: GatewayComponent,
  listener: HttpListener,
  stage: Consumer,
  embedded: Embedded,
): Promise<void> {
  await gateway.stop(0)
  await listener.close(0)
  await stage.drain(0)
  await embedded.close()
}
