import type { LogChange } from '#shared/consumer/offsets/log-change.ts'
import type { Log } from '#shared/log.ts'
import { consumerGroups, groupOf } from '#shared/messages/consumer-groups.ts'
import { type Lane, lanes } from '#shared/messages/topics.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

/** Says and counts, for one reader of the log, that a partition is not as its group left it. */
export function makeLogChangeReporter(
  stage: string,
  logger: Log,
  metrics: Metrics,
): (change: LogChange, lane: Lane) => void {
  const labels = { stage: consumerGroups.map((group) => group.stage), lane: lanes }
  const lost = metrics.counter({
    name: 'pageprobe_records_lost_total',
    help: 'Records that retention took before the group had read them',
    labels,
  })
  const replayed = metrics.counter({
    name: 'pageprobe_records_replayed_total',
    help: 'Offsets that a group had finished and reads again, since the log lost its tail or its topic was made anew',
    labels,
  })
  return (change, lane) => {
    lost.add({ stage, lane }, change.lost)
    replayed.add({ stage, lane }, change.replayed)
    logger.warn({ group: groupOf(stage, lane), ...change }, messages[change.cause])
  }
}

const messages: Readonly<Record<LogChange['cause'], string>> = {
  retention: 'retention took records that this group had not read: it goes on at the oldest one',
  'lost tail': 'the log lost its tail: this group reads again what now follows',
  'made anew': 'the topic was made anew: this group reads it from where it stands there',
}
