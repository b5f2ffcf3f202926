import { setTimeout as sleep } from 'node:timers/promises'
import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { redisResultStore } from '#shared/adapters/redis/result-store.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { isRendered } from '#shared/operations/rendered.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { ObjectStore } from '#shared/ports/object-store.ts'
import type { ResultStore } from '#shared/ports/result-store.ts'
import type { StageHandler } from '#shared/stage/stage-handler.ts'
import { runReportedStage } from '#stages/render/reporting/reported-stage.ts'
import { resultOf, toyOptions } from '#test/unit/shared/stage/toy-stage.ts'

export interface RenderProcessesOptions {
  /** The settings that name broker and Redis. */
  readonly env: Readonly<Record<string, string>>
  readonly partitions: number
  /** Pages that a process shows at a time, and how long it takes to show one, in milliseconds. */
  readonly slots: number
  readonly workMs: number
  /** Called when a page is shown, to delay it. */
  before(): Promise<void>
}

/** Members of the render stage, each with connections of its own, of which one waits in place of its browser. */
export interface RenderProcesses {
  /** The store that they report to. */
  readonly store: ResultStore
  start(): Promise<void>
  /** Ends the member that was started first. */
  stopFirst(): Promise<void>
  close(): Promise<void>
}

/** More of them than there could be browsers on a machine: consumer, pool and report are those of a render process. */
export function openRenderProcesses(options: RenderProcessesOptions): RenderProcesses {
  const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX: topicPrefix = '', REDIS_URL: url = '' } = options.env
  const store = redisResultStore({ url, keyPrefix: 'pageprobe:', commandTimeoutMs: 5000 })
  const running: { readonly log: EventLog; drain(graceMs: number): Promise<void> }[] = []
  let started = 0

  function connect(): EventLog {
    const address = { brokers: KAFKA_BROKERS.split(','), topicPrefix, ssl: false, sasl: null }
    const topics = { partitions: options.partitions, replication: 1 }
    return kafkaEventLog({ ...address, ...topics, instanceId: `render-${started++}` })
  }

  async function end({ log, drain }: (typeof running)[number]): Promise<void> {
    await drain(10 * options.workMs)
    await log.close()
  }

  return {
    store,
    async start() {
      const log = connect()
      const pool = { slots: options.slots, reserved: 0, limits: { perKey: 1 } }
      const ports = { ...toyOptions({ log, store, objects: noObjects }), pool, system: 'kafka' as const }
      const stage = await runReportedStage((load) => waitingHandler(load, options), ports, store)
      running.push({ log, drain: stage.drain })
    },
    async stopFirst() {
      const first = running.shift()
      if (first !== undefined) await end(first)
    },
    async close() {
      await Promise.all(running.splice(0).map(end))
      await store.close()
    },
  }
}

const noObjects = { delete: async () => {} } as unknown as ObjectStore
const RESULT = JSON.stringify({ checksum: '0'.repeat(64), format: 'png' })

function waitingHandler(
  load: { recordDuration(mode: 'together', ms: number): void },
  { before, workMs }: Pick<RenderProcessesOptions, 'before' | 'workMs'>,
): StageHandler {
  return {
    name: 'render',
    input: 'inspection.requested',
    accepts: (operation) => operation !== null && isRendered(operation),
    concurrencyKeyOf: () => null,
    describe: describeRequest,
    async handle(work) {
      await before()
      const began = performance.now()
      await sleep(workMs)
      load.recordDuration('together', performance.now() - began)
      return {
        ...resultOf(work, RESULT),
        inspection: { ...describeRequest(work.event, work.lane), operation: 'snapshot' },
      }
    },
  }
}
