import { makeBroker, type ProducedPartition } from '../connection/broker.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { partitionName } from '../protocol/partition-name.ts'
import type { PartitionedRecord } from '../protocol/produce-request.ts'
import { type AppendQueue, appendQueue, PartialAppendError, type RecordOffsets } from './append-queue.ts'

export type BrokerQueues = ReturnType<typeof makeBrokerQueues>

/**
 * One append queue per broker: a broker that is slow or down delays only its own records. Connects at the first
 * append. Calls `onFailure` after each produce request that failed as a whole.
 */
export function makeBrokerQueues(settings: KafkaSettings, onFailure: () => void) {
  const queues = new Map<string, ReturnType<typeof openQueue>>()
  return {
    /** The queue of the broker at `address` (host:port), with its own connection. */
    forBroker(address: string): AppendQueue {
      const entry = queues.get(address) ?? openQueue(address, settings, onFailure)
      queues.set(address, entry)
      return entry.queue
    },
    /** Sends the pending records, then disconnects. */
    async close(): Promise<void> {
      await Promise.all([...queues.values()].map((entry) => entry.close()))
    },
  }
}

function openQueue(address: string, settings: KafkaSettings, onFailure: () => void) {
  const { appendTimeoutMs } = settings
  const broker = makeBroker(address, settings, appendTimeoutMs)
  const queue = appendQueue({
    async send(records) {
      const partitions = await broker.produce(records, appendTimeoutMs).catch((error) => {
        onFailure()
        throw error
      })
      return recordOffsets(records, partitions)
    },
    isTooLarge: (error) => (error as { type?: string } | undefined)?.type === 'MESSAGE_TOO_LARGE',
    timeoutMs: appendTimeoutMs,
    maxBytes: settings.appendMaxBytes,
    maxRecords: settings.appendMaxRecords,
    lingerMs: settings.appendLingerMs,
    mayLinger: settings.mayLinger,
  })
  return {
    queue,
    async close() {
      await queue.flush()
      await broker.close()
    },
  }
}

/** The offsets of the records, which were sent in this order. Throws `PartialAppendError` if a partition rejected its own. */
function recordOffsets(
  records: readonly PartitionedRecord[],
  partitions: readonly ProducedPartition[],
): RecordOffsets {
  const answers = new Map(partitions.map((answer) => [partitionName(answer), answer]))
  const offsets = new Map<PartitionedRecord, number>()
  const errors = new Map<string, Error>()
  for (const [name, group] of Map.groupBy(records, partitionName)) {
    const answer = answers.get(name)
    if (answer?.error !== null) errors.set(name, answer?.error ?? new Error(`No answer about ${name}`))
    else for (const [index, record] of group.entries()) offsets.set(record, answer.baseOffset + index)
  }
  if (errors.size === 0) return offsets
  throw new PartialAppendError((record) => errors.get(partitionName(record)) ?? null, offsets)
}
