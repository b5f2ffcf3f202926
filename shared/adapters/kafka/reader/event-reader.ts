import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { EventReader, TopicPartition } from '#shared/ports/event-log.ts'
import type { MetadataCache } from '../client/cluster-metadata.ts'
import type { KafkaSettings } from '../client/options.ts'
import { EndWatch } from './end-watch.ts'
import { toLogPage } from './fetched-page.ts'
import { makeJointFetches } from './joint-fetches.ts'
import { leaderRequests, openBrokerClients } from './leader-requests.ts'

/** Pages that are read at the same time. */
const MAX_READS = 32

/** The reader of the records on Kafka without a consumer group. Sends no request before it is used. */
export function kafkaEventReader(metadata: MetadataCache, settings: KafkaSettings) {
  const clients = openBrokerClients(settings, settings.appendTimeoutMs)
  const requests = leaderRequests(metadata, clients, settings)
  const ends = new EndWatch(metadata, settings)
  const reads = makeSemaphore(MAX_READS)
  const fetchPage = makeJointFetches()
  const { topicPrefix } = settings

  const reader: EventReader = {
    async bounds(topic) {
      const oldest = await requests.offsets(topicPrefix + topic, 'oldest')
      const newest = await requests.offsets(topicPrefix + topic, 'end')
      return oldest.map((first, partition) => ({ oldest: first, end: newest[partition] ?? first }))
    },
    read(topic, partition, offset) {
      const place = { topic: topicPrefix + topic, partition }
      return reads.run(() =>
        requests.atLeader(
          place,
          (broker) => fetchPage(broker, { ...place, offset }),
          (fetched) => toLogPage(topic, offset, fetched),
        ),
      )
    },
    watch(topics, onChange) {
      const named = topics.map((topic) => topicPrefix + topic)
      return ends.watch(named, (changed) =>
        onChange(changed.map((place) => withoutPrefix(place, topicPrefix))),
      )
    },
  }
  return {
    reader,
    async close(): Promise<void> {
      await Promise.all([ends.close(), clients.close()])
    },
  }
}

function withoutPrefix({ topic, partition }: TopicPartition, prefix: string): TopicPartition {
  return { topic: topic.slice(prefix.length), partition }
}
