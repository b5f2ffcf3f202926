import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'
import { retryWhileUnavailable } from '#shared/async/retry-while-unavailable.ts'
import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import { outcomeRecord, resultOutcome } from '#shared/messages/events/outcome.ts'
import { workTopic } from '#shared/messages/topics.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'

/**
 * Stages that end each request of the batch lane at once: what is measured beside them is the frontier alone. The environment
 * names the broker.
 */
const { KAFKA_BROKERS = '', KAFKA_TOPIC_PREFIX: topicPrefix = '' } = process.env
const GROUP = 500
const RESULT = JSON.stringify({ title: 'A page', description: 'x'.repeat(200) })

const brokers = KAFKA_BROKERS.split(',')
const log = kafkaEventLog({ brokers, topicPrefix, ssl: false, sasl: null, partitions: 12, replication: 1 })
let waiting: LogRecord[] = []
let isRunning = false

await log.subscribe('instant', [workTopic('inspection.requested', 'batch')], {
  assigned: () => undefined,
  received(records) {
    waiting.push(...records)
    if (!isRunning) void run()
  },
})
console.log('instant stage runs')

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
  const outcomes = records.flatMap((record) => {
    const decoded = decodeRecord(record)
    if ('reason' in decoded) return []
    const inspection = describeRequest(decoded.event, 'batch')
    return [outcomeRecord(inspection, resultOutcome(inspection, RESULT, {}))]
  })
  await retryWhileUnavailable(() => log.append(outcomes))
}
