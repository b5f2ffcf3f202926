import { setTimeout as delay } from 'node:timers/promises'
import { type GroupProgress, readProgress } from '#shared/consumer/group-progress.ts'
import { type ConsumerGroup, readerNames } from '#shared/messages/consumer-groups.ts'
import { lanes } from '#shared/messages/topics.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'
import { unfinishedRecords } from '#shared/telemetry/scaling-metrics.ts'

export interface LagMonitorOptions {
  readonly log: Pick<EventLog, 'lag'>
  readonly groups: readonly ConsumerGroup[]
  readonly metrics: Metrics
  /** Interval between two reads, in milliseconds. */
  readonly intervalMs: number
}

/** Monitors how far the consumer groups lag behind the log, on any machine. */
export interface LagMonitor {
  /**
   * Stages whose lane has work and finishes none: it has no workers, or too few. A batch lane is named `<stage>.batch`.
   */
  lagging(): string[]
  close(): void
}

/**
 * A lane lags when each of this many successive samples shows unfinished work and none was finished between the first
 * and the last. At 5 s each that is longer than any inspection may take (85 s).
 */
const MIN_SAMPLES = 20
/** Batch work may wait for its host's rate limit: five minutes without a finished inspection. */
const MIN_BATCH_SAMPLES = 60

/** Reads the progress of the groups from the log until `close`, and exposes it as metrics. */
export function monitorLag({ log, groups, metrics, intervalMs }: LagMonitorOptions): LagMonitor {
  const samples = new Map<ConsumerGroup, GroupProgress[]>()
  const stop = new AbortController()
  const lag = metrics.gauge(unfinishedRecords)
  const isBehind = (group: ConsumerGroup) => isStuck(group, samples.get(group))
  const stuck = metrics.gauge({
    name: 'pageprobe_lane_behind',
    help: '1 while a lane of a stage has work and finishes none',
    labels: { stage: readerNames, lane: lanes },
  })
  for (const group of groups) stuck.watch(group, () => Number(isBehind(group)))
  for (const group of groups) lag.watch(group, () => samples.get(group)?.at(-1)?.unfinished ?? null)

  async function sample(group: ConsumerGroup): Promise<void> {
    const progress = await readProgress(log, group.group, group.topics)
    samples.set(group, [...(samples.get(group) ?? []), progress].slice(-MIN_BATCH_SAMPLES))
  }

  async function monitor(): Promise<void> {
    while (!stop.signal.aborted) {
      for (const group of groups) await sample(group).catch(() => samples.delete(group)) // the health of the dependencies reports an unavailable log
      await delay(intervalMs, undefined, { ref: false })
    }
  }

  void monitor()
  return {
    lagging: () => groups.filter(isBehind).map(nameOf),
    close: () => stop.abort(),
  }
}

function isStuck({ lane }: ConsumerGroup, known: readonly GroupProgress[] = []): boolean {
  const count = lane === 'batch' ? MIN_BATCH_SAMPLES : MIN_SAMPLES
  const recent = known.slice(-count)
  if (recent.length < count || !recent.every(({ unfinished }) => unfinished > 0)) return false
  return recent.at(0)?.finishedCount === recent.at(-1)?.finishedCount
}

function nameOf({ stage, lane }: ConsumerGroup): string {
  return lane === 'batch' ? `${stage}.batch` : stage
}
