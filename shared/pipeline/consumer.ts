import { setTimeout as delay } from 'node:timers/promises'
import type { Lane } from '#shared/messages/topics.ts'
import type { Flood } from '#shared/pipeline/flood.ts'
import { type InHandOptions, makeInHand } from '#shared/pipeline/in-hand.ts'
import type { LaneOptions } from '#shared/pipeline/lane-options.ts'
import { LaneReader } from '#shared/pipeline/lane-reader.ts'
import { watchLogChanges } from '#shared/pipeline/log-change-watch.ts'
import { groupOf } from '#shared/pipeline/stage-groups.ts'
import { makePool, type PoolOptions, type WorkerPool } from '#shared/pipeline/worker-pool.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

export interface ConsumerOptions extends Omit<LaneOptions, 'lane' | 'flood' | 'inHand' | 'onLogChange'> {
  readonly log: EventLog
  /** Each lane is a group of its own, so that lanes never wait for each other. */
  readonly lanes: readonly {
    readonly lane: Lane
    readonly topics: readonly string[]
    /** Its own high-water mark, where it has one. */
    readonly highWater?: number
    readonly flood?: Flood
  }[]
  readonly pool: PoolOptions
  readonly metrics: Metrics
  /** How ends of processes are counted; without it they are not. */
  readonly ends?: Omit<InHandOptions, 'logger'> | undefined
}

export interface Consumer {
  /** Records of the lane that were taken from the log and are not finished. */
  held(lane: Lane): number
  /** What the pool does for the lane: what is held besides rests before it is tried again. */
  use: WorkerPool['use']
  /** Stops taking, finishes what runs (within `graceMs`), commits and leaves the groups. */
  drain(graceMs: number): Promise<void>
}

/**
 * Reads topics out of order: every record goes to the pool at once, so that a slow one delays nobody, and what is
 * committed is the offset below which all is finished, with what is finished beyond it.
 */
export async function runConsumer(options: ConsumerOptions): Promise<Consumer> {
  const pool = makePool(options.pool)
  const onLogChange = watchLogChanges(options.group, options.logger, options.metrics)
  const readers = options.lanes.map((lane) => {
    const group = groupOf(options.group, lane.lane)
    const { ends, logger } = options
    const inHand = ends && { inHand: makeInHand(group, { ...ends, logger }) }
    return { ...lane, reader: new LaneReader({ ...options, ...lane, ...inHand, group, onLogChange }, pool) }
  })
  await Promise.all(readers.map(({ reader, topics }) => reader.join(options.log, topics)))
  return {
    use: pool.use,
    held: (lane) => readers.find((one) => one.lane === lane)?.reader.held() ?? 0,
    async drain(graceMs) {
      for (const { reader } of readers) reader.stop()
      await Promise.race([pool.idle(), delay(graceMs, undefined, { ref: false })])
      await Promise.all(readers.map(({ reader }) => reader.leave()))
    },
  }
}
