import { decodeRecord } from '#shared/messages/events/decode-record.ts'
import { describeRequest } from '#shared/messages/events/inspection-requested.ts'
import type { LogRecord } from '#shared/ports/event-log.ts'
import type { Frontier } from './frontier.ts'
import type { QueueNames } from './queue-names.ts'

/**
 * Wraps a frontier so that the addresses of hosts are looked up before their URLs are added. Hosts that
 * crawls find are queued by the addresses known then.
 */
export function addressLearningFrontier(
  frontier: Frontier,
  { resolve }: Pick<QueueNames, 'resolve'>,
): Frontier {
  return {
    ...frontier,
    async add(batch, items) {
      await resolve(items.map(({ parameters }) => parameters.url))
      return frontier.add(batch, items)
    },
    async defer(records) {
      await resolve(records.flatMap(urlOf))
      await frontier.defer(records)
    },
  }
}

function urlOf(record: LogRecord): string[] {
  const read = decodeRecord(record)
  return 'reason' in read ? [] : [describeRequest(read.event, 'batch').url]
}
