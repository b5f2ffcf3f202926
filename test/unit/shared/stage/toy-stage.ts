import type { Consumer } from '#shared/consumer/consumer.ts'
import type { CloudEvent } from '#shared/messages/events/cloud-event.ts'
import { toRecord } from '#shared/messages/events/cloud-event.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { runStage } from '#shared/stage/run-stage.ts'
import type { StageHandler, StageResult, Work } from '#shared/stage/stage-handler.ts'
import type { StageOptions } from '#shared/stage/stage-options.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import type { Embedded } from '#test/support/embedded.ts'
import { silentLog } from '#test/support/silent-log.ts'

export const PUBLIC_URL = 'http://pageprobe.test'
export const MAX_ATTEMPTS = 3

/** Runs a stage whose work the test provides. */
export function runToyStage(
  { log, store, objects }: Pick<Embedded, 'log' | 'store' | 'objects'>,
  handle: StageHandler['handle'],
  {
    name = 'toy',
    input = 'inspection.requested',
    describe = describeRequest,
    concurrencyKeyOf = () => null,
    ...options
  }: Partial<StageOptions & Pick<StageHandler, 'name' | 'input' | 'describe' | 'concurrencyKeyOf'>> = {},
): Promise<Consumer> {
  const step: StageHandler = {
    name,
    input,
    accepts: () => true,
    concurrencyKeyOf,
    describe,
    handle,
  }
  return runStage(step, { ...toyOptions({ log, store, objects }), ...options })
}

/** The options of a stage on these adapters. */
export function toyOptions({
  log,
  store,
  objects,
}: Pick<Embedded, 'log' | 'store' | 'objects'>): StageOptions {
  return {
    log,
    store,
    objects,
    logger: silentLog,
    telemetry: noTelemetry,
    system: 'sqlite',
    publicUrl: () => PUBLIC_URL,
    pool: { slots: 8, reserved: 2, limits: { perKey: 1 } },
    highWater: 100,
    queueLimit: 100,
    maxPendingPerHost: 100,
    poisonPills: { store, maxCrashes: 3, settleMs: 0 },
    maxAttempts: MAX_ATTEMPTS,
    newerVersionWaitMs: 60_000,
    batchResultTtl: 600,
    outcomeTtl: 3600,
  }
}

/** A request of an external producer, by the contract alone: infra/docs/consumers.md#events. */
export function requestOf(
  id: string,
  lane: Lane = 'interactive',
  { url = 'http://shop.example/page', headers = {} as Record<string, string> } = {},
): NewRecord {
  return {
    topic: `inspection.requested.${lane}`,
    key: 'shop.example',
    value: JSON.stringify({ operation: 'metadata', parameters: { url } }),
    headers: {
      ce_specversion: '1.0',
      ce_id: id,
      ce_source: '/feeder',
      ce_type: 'inspection.requested.v1',
      'content-type': 'application/json',
      ...headers,
    },
  }
}

/** A result that ends the inspection with this JSON text. */
export function resultOf({ event, lane }: Work, resultJson: string): StageResult {
  return { inspection: { ...describeRequest(event, lane), operation: 'metadata' }, resultJson }
}

/** An event of the next stage. */
export function forwarded(event: CloudEvent, lane: Lane): StageResult {
  const next = { ...event, id: `${event.id}:fetched`, subject: event.id, type: 'page.fetched.v1' }
  return { next: [toRecord(`page.fetched.${lane}`, next)] }
}
