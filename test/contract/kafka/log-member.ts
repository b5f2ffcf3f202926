import { kafkaEventLog } from '#shared/adapters/kafka/event-log.ts'

/** A second process, for tests: joins the group, prints `received` once it has a record, and commits nothing. */
const [brokers = '', topicPrefix = '', topic = '', group = ''] = process.argv.slice(2)
const log = kafkaEventLog({
  brokers: brokers.split(','),
  ssl: false,
  sasl: null,
  topicPrefix,
  partitions: 1,
  replication: 1,
})
await log.subscribe(group, [topic], {
  assigned() {},
  received: () => void process.stdout.write('received\n'),
})
