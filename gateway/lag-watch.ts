import { setTimeout as delay } from 'node:timers/promises'
import { lanes } from '#shared/messages/topics.ts'
import { type Standing, standingOf } from '#shared/pipeline/backlog.ts'
import { BATCHES, PROJECTION, type ReadingGroup, readerNames } from '#shared/pipeline/stage-groups.ts'
import type { EventLog } from '#shared/ports/event-log.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

export interface LagWatchOptions {
  readonly log: EventLog
  readonly groups: readonly ReadingGroup[]
  readonly metrics: Metrics
  /** How often the log is asked, in milliseconds. */
  readonly intervalMs: number
}

/** Keeps an eye on how far the groups are behind in the log, wherever their members run. */
export interface LagWatch {
  /**
   * Stages whose lane has work that does not get less: nobody works there, or too few do. From outside the two look alike.
   * A batch lane is named `<stage>.batch`.
   */
  behind(): string[]
  close(): void
}

/**
 * A lane is behind when there was something to do at so many readings in a row and nothing was finished from the first to the
 * last: at five seconds each that is longer than any one inspection may take (85 s).
 */
const READINGS = 20
/** Batch work may have to wait for its host's turn: five minutes without one that is finished. */
const BATCH_READINGS = 60

export function watchLag({ log, groups, metrics, intervalMs }: LagWatchOptions): LagWatch {
  const readings = new Map<ReadingGroup, Standing[]>()
  const stop = new AbortController()
  const lag = metrics.gauge({
    name: 'pageprobe_lag_records',
    help: 'Records of a lane that a stage has not finished; read from the log now and then',
    labels: { stage: [...readerNames, PROJECTION, BATCHES], lane: lanes },
  })
  const isBehind = (one: ReadingGroup) => isStuck(one, readings.get(one))
  const stuck = metrics.gauge({
    name: 'pageprobe_lane_behind',
    help: '1 while a lane of a stage has work and finishes none',
    labels: { stage: [...readerNames, PROJECTION, BATCHES], lane: lanes },
  })
  for (const one of groups) stuck.watch(one, () => Number(isBehind(one)))
  for (const one of groups) lag.watch(one, () => readings.get(one)?.at(-1)?.unfinished ?? null)

  async function read(one: ReadingGroup): Promise<void> {
    const standing = await standingOf(log, one.group, one.topics)
    readings.set(one, [...(readings.get(one) ?? []), standing].slice(-BATCH_READINGS))
  }

  async function watch(): Promise<void> {
    while (!stop.signal.aborted) {
      for (const one of groups) await read(one).catch(() => readings.delete(one)) // whoever watches the log tells it
      await delay(intervalMs, undefined, { ref: false })
    }
  }

  void watch()
  return {
    behind: () => groups.filter(isBehind).map(nameOf),
    close: () => stop.abort(),
  }
}

function isStuck({ lane }: ReadingGroup, known: readonly Standing[] = []): boolean {
  const readings = lane === 'batch' ? BATCH_READINGS : READINGS
  const standings = known.slice(-readings)
  if (standings.length < readings || !standings.every(({ unfinished }) => unfinished > 0)) return false
  return standings.at(0)?.finished === standings.at(-1)?.finished
}

function nameOf({ stage, lane }: ReadingGroup): string {
  return lane === 'batch' ? `${stage}.batch` : stage
}
