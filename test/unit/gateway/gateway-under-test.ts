import { type Door, makeDoor } from '#gateway/door.ts'
import { createKey, type NewKey, type Scope } from '#gateway/keys.ts'
import { type GatewayPart, startGateway } from '#gateway/main.ts'
import { readConfig } from '#shared/config.ts'
import type { Consumer } from '#shared/pipeline/consumer.ts'
import type { Runtime } from '#shared/pipeline/part.ts'
import type { Step } from '#shared/pipeline/stage.ts'
import type { Batches } from '#shared/ports/batches.ts'
import type { Lookups, TargetVerdict } from '#shared/ports/lookups.ts'
import { noTelemetry, type Telemetry } from '#shared/telemetry/telemetry.ts'
import { plenty } from '#test/tools/plenty.ts'
import { type Embedded, openEmbedded } from '#test/unit/shared/pipeline/embedded.ts'
import { silentLog } from '#test/unit/shared/pipeline/silent-log.ts'
import { PUBLIC_URL, runToyStage } from '#test/unit/shared/pipeline/toy-stage.ts'
import { doorOptions } from './door-options.ts'
import { type Answer, type Call, httpCall } from './http-call.ts'

/** The gateway over the embedded adapters, with one stage behind it whose work the test gives. */
export interface GatewayUnderTest {
  readonly url: string
  readonly embedded: Embedded
  /** A call as the client with this key, or without key. */
  call(key: string | null, target: string, call?: Call): Promise<Answer>
  /** A key without daily limits, unless `about` says otherwise. */
  makeKey(scopes: readonly Scope[], about?: Partial<NewKey>): Promise<string>
  stop(): Promise<void>
}

export interface Behind {
  readonly handle: Step['handle']
  /** What the look-ups say of a target. */
  judge?(url: string): TargetVerdict | Promise<TargetVerdict>
  readonly env?: Readonly<Record<string, string>>
  readonly telemetry?: Telemetry
  /** Where batches are taken in; nowhere unless given. */
  readonly batches?: Batches
}

export async function startGatewayUnderTest({
  handle,
  judge,
  env,
  telemetry,
  batches,
}: Behind): Promise<GatewayUnderTest> {
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
    memory: plenty,
    publicUrl: () => PUBLIC_URL,
  }
  const door = await makeDoor({ ...doorOptions, maxKeylessConnections: config.HTTP_KEYLESS_CONNECTIONS })
  const gateway = await startGateway(
    runtime,
    { lookups: lookupsOf(judge), batches: batches ?? noBatches },
    door,
  )
  await gateway.whenReady()
  return {
    url: door.url,
    embedded,
    call(key, target, { headers, ...call } = {}) {
      return httpCall(door.url, target, {
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
    stop: () => stopAll(gateway, door, stage, embedded),
  }
}

const noneHere = () => Promise.reject(new Error('nobody asks this of the gateway'))
/** A batch part that is there, and that nobody asks. */
export const noBatches: Batches = {
  submit: noneHere,
  status: noneHere,
  list: noneHere,
  pause: noneHere,
  resume: noneHere,
  cancel: noneHere,
  results: noneHere,
  ping: async () => {},
  close() {},
}

function lookupsOf(judge: Behind['judge']): Lookups {
  return {
    judgeTarget: async (url) => (await judge?.(url)) ?? { kind: 'allowed' },
    robots: noneHere,
    probe: noneHere,
    describeImage: noneHere,
    fetchFile: noneHere,
    scanSitemap: noneHere,
    listSitemap() {
      throw new Error('the gateway lists no sitemap')
    },
    ping: async () => {},
    close() {},
  }
}

async function stopAll(gateway: GatewayPart, door: Door, stage: Consumer, embedded: Embedded): Promise<void> {
  await gateway.stop(0)
  await door.close(0)
  await stage.drain(0)
  await embedded.close()
}
