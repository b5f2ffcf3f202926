import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { outcomeRecord, resultOutcome } from '#shared/messages/events/outcome.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { SeenRequest } from './instant-stage.ts'

/** Ends each request of the batch lane at once, in place of all stages: see `startInstantStage`. */
const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX: topicPrefix = '' } = process.env
const GROUP = 500
const PARTITIONS = 12
const RESULT = JSON.stringify({ title: 'A page', description: 'x'.repeat(200) })

const brokers = KAFKA_BROKERS.split(',')
const log = kafkaEventLog({
  ...{ brokers, topicPrefix, ssl: false, sasl: null, partitions: PARTITIONS, replication: 1 },
})
/** The group may be handed a record again after a change of its members: that is no new request. */
const lastOffsets = new Map<number, number>()
let waiting: LogRecord[] = []
let isRunning = false

await log.subscribe('instant', [workTopic('inspection.requested', 'batch')], {
  assigned: () => undefined,
  received(records) {
    waiting.push(...records.filter(isNew))
    if (!isRunning) void run()
  },
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')

function isNew({ partition, offset }: LogRecord): boolean {
  if (offset <= (lastOffsets.get(partition) ?? -1)) return false
  lastOffsets.set(partition, offset)
  return true
}

async function run(): Promise<void> {
  isRunning = true
  while (waiting.length > 0) {
    const group = waiting.slice(0, GROUP)
    waiting = waiting.slice(GROUP)
    await endAll(group)
  }
  isRunning = false
}

async function endAll(records: readonly LogRecord[]): Promise<void> {
  const inspections = records.flatMap((record) => {
    const decoded = decodeRecord(record)
    return 'reason' in decoded ? [] : [describeRequest(decoded.event, 'batch')]
  })
  process.send?.(inspections.map(({ id, url }): SeenRequest => ({ id, url })))
  const outcomes = inspections.map((inspection) =>
    outcomeRecord(inspection, resultOutcome(inspection, RESULT, {})),
  )
  await retryWhileUnavailable(() => log.append(outcomes))
}
