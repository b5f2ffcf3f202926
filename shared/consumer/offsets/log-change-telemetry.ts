import type { LogChange } from '#shared/consumer/offsets/log-change.ts'
import type { Log } from '#shared/log.ts'
import { consumerGroups, groupOf } from '#shared/messages/consumer-groups.ts'
import { type Lane, lanes } from '#shared/messages/topics.ts'
import type { Metrics } from '#shared/telemetry/metrics.ts'

/** A function that logs and counts changes of the log, for one consumer. */
export function makeLogChangeReporter(
  stage: string,
  logger: Log,
  metrics: Metrics,
): (change: LogChange, lane: Lane) => void {
  const labels = { stage: consumerGroups.map((group) => group.stage), lane: lanes }
  const lost = metrics.counter({
    name: 'pageprobe_records_lost_total',
    help: 'Records that retention removed before the group read them',
    labels,
  })
  const replayed = metrics.counter({
    name: 'pageprobe_records_replayed_total',
    help: 'Offsets that a group had finished and reads again, since the log was truncated or its topic recreated',
    labels,
  })
  return (change, lane) => {
    lost.add({ stage, lane }, change.lost)
    replayed.add({ stage, lane }, change.replayed)
    logger.warn({ group: groupOf(stage, lane), ...change }, messages[change.cause])
  }
}

const messages: Readonly<Record<LogChange['cause'], string>> = {
  retention: 'retention removed records that this group had not read: it continues at the oldest record',
  truncated: 'the log was truncated: this group reads the records that follow again',
  recreated: 'the topic was recreated: this group reads it from its position there',
}
