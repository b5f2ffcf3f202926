import { isUnavailable } from '#shared/errors.ts'
import type { Log } from '#shared/log.ts'
import { type CloudEvent, fromRecord } from '#shared/messages/cloud-event.ts'
import { outcomeOf, outcomeToText, type ResultData } from '#shared/messages/outcome.ts'
import { eventType, FAILED, outcomeTopics } from '#shared/messages/topics.ts'
import { isAvailable } from '#shared/operations/parameters.ts'
import { type Consumer, runConsumer } from '#shared/pipeline/consumer.ts'
import {
  ENDED_CHANNEL,
  INSPECTION_TTL,
  type InspectionRecord,
  inspectionKey,
  outcomeKey,
} from '#shared/pipeline/store-keys.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { AnswerCache } from './answer-cache.ts'

export interface ProjectionOptions {
  readonly log: EventLog
  readonly store: ResultStore
  readonly cache: AnswerCache
  readonly logger: Log
  readonly highWater: number
  /** How long the answer to a batch request is kept, in seconds. */
  readonly batchResultTtl: number
}

const SLOTS = 64
const RETRY_MS = 500

/** Turns the outcomes on the log into what can be read and waited for: store, then wake. One group for all gateways. */
export function runProjection(options: ProjectionOptions): Promise<Consumer> {
  return runConsumer({
    ...options,
    group: 'projection',
    lanes: [{ lane: 'interactive', topics: outcomeTopics }],
    pool: { slots: SLOTS, reserved: 0, manners: { perKey: 1, restMs: 0 } },
    keyOf: () => null,
    async work(record) {
      const decoded = fromRecord(record)
      if ('reason' in decoded) return 'done'
      try {
        await project(options, record.topic, decoded.event)
        return 'done'
      } catch (err) {
        if (isUnavailable(err)) return { againInMs: RETRY_MS }
        options.logger.error({ err, topic: record.topic }, 'an outcome that can not be stored is left out')
        return 'done'
      }
    },
  })
}

async function project(
  { store, cache, batchResultTtl }: ProjectionOptions,
  topic: string,
  event: CloudEvent,
): Promise<void> {
  const id = event.subject
  const isBatch = event.attributes.lane === 'batch'
  await store.claim(
    outcomeKey(id),
    outcomeToText(outcomeOf(topic, event)),
    isBatch ? batchResultTtl : INSPECTION_TTL,
  )
  if (isBatch) await store.set(inspectionKey(id), JSON.stringify(endedRecord(event)), INSPECTION_TTL)
  else await Promise.all([store.wake(ENDED_CHANNEL, id), remember(cache, event)])
}

/** Interactive results are given again; batch results would fill the store with pages nobody asks for twice. */
async function remember(cache: AnswerCache, { json, type }: CloudEvent): Promise<void> {
  if (json === null || type === eventType(FAILED)) return
  const { operation, parameters, result } = JSON.parse(json) as ResultData
  if (isAvailable(operation)) await cache.write(operation, parameters as { url: string }, result)
}

function endedRecord({ attributes }: CloudEvent): InspectionRecord {
  return { owner: null, operation: attributes.operation ?? null, url: '', ended: true }
}
