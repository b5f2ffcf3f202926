import type { CloudEvent } from '#shared/messages/cloud-event.ts'
import { toRecord } from '#shared/messages/cloud-event.ts'
import { requestOutline } from '#shared/messages/inspection-requested.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { Consumer } from '#shared/pipeline/consumer.ts'
import type { Effect } from '#shared/pipeline/effect.ts'
import { runStage, type StageOptions, type Step, type Work } from '#shared/pipeline/stage.ts'
import type { NewRecord } from '#shared/ports/event-log.ts'
import { noTelemetry } from '#shared/telemetry/telemetry.ts'
import type { Embedded } from './embedded.ts'
import { silentLog } from './silent-log.ts'

export const PUBLIC_URL = 'http://pageprobe.test'
export const TRIES = 3

/** A stage of one step whose work the test gives. */
export function runToyStage(
  { log, store, objects }: Embedded,
  handle: Step['handle'],
  {
    name = 'toy',
    input = 'inspection.requested',
    outline = requestOutline,
    keyOf = () => null,
    ...options
  }: Partial<StageOptions & Pick<Step, 'name' | 'input' | 'outline' | 'keyOf'>> = {},
): Promise<Consumer> {
  const step: Step = {
    name,
    input,
    takes: () => true,
    keyOf,
    outline,
    handle,
  }
  return runStage(step, {
    log,
    store,
    objects,
    logger: silentLog,
    telemetry: noTelemetry,
    system: 'sqlite',
    publicUrl: () => PUBLIC_URL,
    pool: { slots: 8, reserved: 2, manners: { perKey: 1 } },
    highWater: 100,
    queueLimit: 100,
    hostHeld: 100,
    ends: { store, maxEnds: 3, settleMs: 0 },
    tries: TRIES,
    laterVersionMs: 60_000,
    batchResultTtl: 600,
    outcomeTtl: 3600,
    ...options,
  })
}

/** A request as a feeder writes it: by the contract alone (decisions section 9). */
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

/** The end of an inspection with this JSON text as its result. */
export function resultOf({ event, lane }: Work, resultJson: string): Effect {
  return { inspection: { ...requestOutline(event, lane), operation: 'metadata' }, resultJson }
}

/** An event of the next stage. */
export function passedOn(event: CloudEvent, lane: Lane): Effect {
  const next = { ...event, id: `${event.id}:fetched`, subject: event.id, type: 'page.fetched.v1' }
  return { next: [toRecord(`page.fetched.${lane}`, next)] }
}
