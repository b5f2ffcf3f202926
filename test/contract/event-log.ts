import { randomUUID } from 'node:crypto'
import type { EventLog, EventReader, Subscription } from '#shared/ports/event-log.ts'
import { eventLogAppendContract } from './event-log-append.ts'
import {
  createTopics,
  type EventLogFeatures,
  type EventLogFixture,
  MAX_RECORD_BYTES,
} from './event-log-fixture.ts'
import { eventLogGroupContract } from './event-log-group.ts'
import { eventLogMembersContract } from './event-log-members.ts'
import { eventLogReaderContract } from './event-log-reader.ts'
import { logCollector } from './log-collector.ts'

type ReadableLog = EventLog & { readonly reader: EventReader }

/** The contract of every EventLog and its EventReader. */
export function eventLogContract(
  name: string,
  make: () => Promise<ReadableLog>,
  features: EventLogFeatures,
): void {
  describe(`EventLog contract: ${name}`, () => {
    let log: ReadableLog
    const subscriptions: Subscription[] = []

    before(async () => {
      log = await make()
    })
    afterEach(() => Promise.all(subscriptions.splice(0).map((subscription) => subscription.close())))
    after(() => log?.close())

    const fixture: EventLogFixture = {
      features,
      log: () => log,
      reader: () => log.reader,
      async topics(count) {
        const names = Array.from({ length: count }, () => `topic-${randomUUID()}`)
        const limits = { retentionMs: 3_600_000, maxRecordBytes: MAX_RECORD_BYTES }
        await createTopics(
          log,
          names.map((topic) => ({ topic, ...limits })),
        )
        return names
      },
      topic: async () => (await fixture.topics(1))[0] as string,
      group: () => `group-${randomUUID()}`,
      async join(group, topics, collector = logCollector()) {
        const subscription = await log.subscribe(group, topics, collector)
        subscriptions.push(subscription)
        return { collector, subscription }
      },
    }
    eventLogAppendContract(fixture)
    eventLogGroupContract(fixture)
    eventLogMembersContract(fixture)
    eventLogReaderContract(fixture)
  })
}
