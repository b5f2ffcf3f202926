import type { NewRecord } from '#shared/ports/event-log.ts'
import { type AppendQueue, appendQueue, PartlyRefused } from './append-queue.ts'
import { makeBroker, type Refusal } from './broker.ts'
import type { KafkaSettings } from './options.ts'
import { partitionName } from './partition-name.ts'
import type { PlacedRecord } from './produce-request.ts'
import { renewable } from './renewable.ts'

/** A queue for each broker: one that is slow or away delays its own records. */
export interface LeaderQueues {
  /** Of the broker at host:port, on a connection of its own. */
  at(address: string): AppendQueue<PlacedRecord>
  /** Sends what is waiting, then disconnects. */
  close(): Promise<void>
}

interface Leader {
  readonly queue: AppendQueue<PlacedRecord>
  close(): Promise<void>
}

/** `failed` is called when a broker could not be asked. */
export function leaderQueues(settings: KafkaSettings, failed: () => void): LeaderQueues {
  const leaders = new Map<string, Leader>()
  return {
    at(address) {
      const leader = leaders.get(address) ?? openLeader(address, settings, failed)
      leaders.set(address, leader)
      return leader.queue
    },
    async close() {
      await Promise.all([...leaders.values()].map((leader) => leader.close()))
    },
  }
}

function openLeader(address: string, settings: KafkaSettings, failed: () => void): Leader {
  const { appendTimeoutMs } = settings
  const broker = renewable(() => makeBroker(address, settings, appendTimeoutMs))
  const queue = appendQueue<PlacedRecord>({
    async send(records) {
      const produced = broker.use(appendTimeoutMs, (client) => client.produce(records, appendTimeoutMs))
      const refusals = await produced.catch((error) => {
        failed()
        throw error
      })
      if (refusals.length > 0) throw partlyRefused(refusals)
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
      await queue.drained()
      await broker.close()
    },
  }
}

function partlyRefused(refusals: readonly Refusal[]): PartlyRefused {
  const errors = new Map(refusals.map((refusal) => [partitionName(refusal), refusal.error]))
  return new PartlyRefused((record: NewRecord) => errors.get(partitionName(record as PlacedRecord)) ?? null)
}
