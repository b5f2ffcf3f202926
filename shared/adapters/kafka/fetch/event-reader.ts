import { makeSemaphore } from '#shared/async/semaphore.ts'
import type { EventReader, TopicPartition } from '#shared/ports/event-log.ts'
import type { Broker } from '../connection/broker.ts'
import type { MetadataCache } from '../connection/cluster-metadata.ts'
import type { KafkaSettings } from '../connection/options.ts'
import { EndWatch } from './end-watch.ts'
import { toLogPage } from './fetched-page.ts'
import { makeJointFetches } from './joint-fetches.ts'
import type { LeaderRequests } from './leader-requests.ts'

/** Pages that are read at the same time. */
const MAX_READS = 32

/** The reader of the records on Kafka without a consumer group. Sends no request before it is used. */
export function kafkaEventReader(metadata: MetadataCache, requests: LeaderRequests, settings: KafkaSettings) {
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
      const readPage = async (broker: Broker) =>
        toLogPage(topic, offset, await fetchPage(broker, { ...place, offset }))
      return reads.run(() => requests.atLeader(place, readPage))
    },
    watch(topics, onChange) {
      const named = topics.map((topic) => topicPrefix + topic)
      return ends.watch(named, (changed) =>
        onChange(changed.map((place) => withoutPrefix(place, topicPrefix))),
      )
    },
  }
  return { reader, close: () => ends.close() }
}

function withoutPrefix({ topic, partition }: TopicPartition, prefix: string): TopicPartition {
  return { topic: topic.slice(prefix.length), partition }
}
