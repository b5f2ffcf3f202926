import { setTimeout as delay } from 'node:timers/promises'
import type { LaneOptions } from '#shared/consumer/lane-options.ts'
import { LaneReader } from '#shared/consumer/lane-reader.ts'
import { makeLogChangeReporter } from '#shared/consumer/offsets/log-change.ts'
import type { OverflowPolicy } from '#shared/consumer/overflow.ts'
import {
  PoisonPillDetector,
  type PoisonPillOptions,
} from '#shared/consumer/poison-pills/poison-pill-detector.ts'
import { makeWorkerPool, type PoolOptions, type WorkerPool } from '#shared/consumer/pool/worker-pool.ts'
import { groupOf } from '#shared/messages/consumer-groups.ts'
import type { Lane } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

export interface ConsumerOptions
  extends Omit<LaneOptions, 'lane' | 'overflow' | 'poisonPillDetector' | 'onLogChange'> {
  readonly log: EventLog
  /** Each lane is a consumer group of its own, so that lanes never wait for each other. */
  readonly lanes: readonly {
    readonly lane: Lane
    readonly topics: readonly string[]
    /** High-water mark of this lane. Default: that of the consumer. */
    readonly highWater?: number
    readonly overflow?: OverflowPolicy
  }[]
  readonly pool: PoolOptions
  readonly metrics: Metrics
  /** How crashes of processes are counted. Default: they are not counted. */
  readonly poisonPills?: Omit<PoisonPillOptions, 'logger'> | undefined
}

export interface Consumer {
  /** Records of the lane that were read from the log and are not finished. */
  pending(lane: Lane): number
  /** Partitions of the lane whose records this process is given, as of the last rebalance. */
  partitions(lane: Lane): number
  /** Jobs of the lane in the pool. Pending records that are not among them wait for a retry. */
  usage: WorkerPool['usage']
  /** Stops reading, lets running work finish (for `graceMs`), commits and leaves the groups. */
  drain(graceMs: number): Promise<void>
}

/**
 * Consumes topics out of order: every record is submitted to the pool at once, so that a slow record delays no other. A
 * commit holds the offset below which all records are finished, and in its metadata the finished offsets beyond it. See
 * infra/docs/architecture.md#out-of-order.
 */
export async function runConsumer(options: ConsumerOptions): Promise<Consumer> {
  const pool = makeWorkerPool(options.pool)
  const onLogChange = makeLogChangeReporter(options.group, options.logger, options.metrics)
  const readers = options.lanes.map((lane) => {
    const group = groupOf(options.group, lane.lane)
    const { poisonPills, logger } = options
    const detector = poisonPills && {
      poisonPillDetector: new PoisonPillDetector(group, { ...poisonPills, logger }),
    }
    return { ...lane, reader: new LaneReader({ ...options, ...lane, ...detector, group, onLogChange }, pool) }
  })
  await Promise.all(readers.map(({ reader, topics }) => reader.join(options.log, topics)))
  const readerOf = (lane: Lane) => readers.find((one) => one.lane === lane)?.reader
  return {
    usage: pool.usage,
    pending: (lane) => readerOf(lane)?.pending() ?? 0,
    partitions: (lane) => readerOf(lane)?.partitions() ?? 0,
    async drain(graceMs) {
      for (const { reader } of readers) reader.stop()
      await Promise.race([pool.idle(), delay(graceMs, undefined, { ref: false })])
      await Promise.all(readers.map(({ reader }) => reader.leave()))
    },
  }
}
