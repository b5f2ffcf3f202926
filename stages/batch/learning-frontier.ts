import { decodeRecord } from '#shared/messages/decode-record.ts'
import { describeRequest } from '#shared/messages/inspection-requested.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Frontier } from './frontier.ts'
import type { QueueUnits } from './queue-units.ts'

/** The frontier, which learns what it has to know of hosts before their URLs come in. Those that crawls find wait by what is known. */
export function learningFrontier(frontier: Frontier, { learn }: Pick<QueueUnits, 'learn'>): Frontier {
  return {
    ...frontier,
    async add(batch, items) {
      await learn(items.map(({ parameters }) => parameters.url))
      return frontier.add(batch, items)
    },
    async defer(records) {
      await learn(records.flatMap(urlOf))
      await frontier.defer(records)
    },
  }
}

function urlOf(record: LogRecord): string[] {
  const read = decodeRecord(record)
  return 'reason' in read ? [] : [describeRequest(read.event, 'batch').url]
}
