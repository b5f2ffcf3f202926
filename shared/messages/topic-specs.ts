import { kindOfTopic, type PartitionCounts } from '#shared/messages/topic-kinds.ts'
import {
  DEAD_LETTER,
  DEFERRED,
  ENDED,
  eventTopics,
  FACTS,
  lanes,
  RESTING,
  workSteps,
  workTopic,
} from '#shared/messages/topics.ts'
import type { TopicSpec } from '#shared/ports/event-log.ts'

const MIB = 1024 * 1024
/** Room for a record of any other topic and the headers with the reason. */
const DEAD_LETTER_BYTES = 2 * MIB

/** How long work topics keep their records: the longest that all readers may be unavailable. */
const WORK_MS = 2 * 86_400_000
/** Age and bytes at which the broker closes a segment of a work topic: only closed ones are removed. */
const SEGMENTS = { ms: 3_600_000, bytes: 64 * MIB }
/** Bytes of a partition of a `page.*` topic beyond which the broker removes the oldest records, read or not. */
const PAGE_BYTES = 1024 * MIB

/** Work for the frontier and for the gateways. */
const otherWork: readonly string[] = [DEFERRED, RESTING, ENDED]

/** Whether the records of a topic are useless once all stages have passed them. */
export function isWorkTopic(topic: string): boolean {
  return otherWork.includes(topic) || workSteps.some((step) => topic.startsWith(`${step}.`))
}

/**
 * The specification of every topic; results, failures and dead letters are kept for `eventMs`. Requests are not limited by bytes, since no other place has them; pages between two
 * stages are. With `partitions` each topic has as many as its kind.
 */
export function topicSpecs(eventMs: number, partitions?: PartitionCounts): TopicSpec[] {
  const specs = specsWithoutPartitions(eventMs)
  if (partitions === undefined) return specs
  return specs.map((spec) => ({ ...spec, partitions: partitions[kindOfTopic(spec.topic)] }))
}

function specsWithoutPartitions(eventMs: number): TopicSpec[] {
  const work = workSteps.flatMap((step) => lanes.map((lane) => workTopic(step, lane)))
  return [
    ...[...work, ...otherWork].map((topic) => workSpec(topic)),
    { ...workSpec(FACTS), isPacked: true },
    ...eventTopics.map((topic) => ({ topic, retentionMs: eventMs, maxRecordBytes: MIB, isPacked: true })),
    { topic: DEAD_LETTER, retentionMs: eventMs, maxRecordBytes: DEAD_LETTER_BYTES },
  ]
}

function workSpec(topic: string): TopicSpec {
  const partitionBytes = topic.startsWith('page.') ? PAGE_BYTES : null
  return { topic, retentionMs: WORK_MS, maxRecordBytes: MIB, segments: { ...SEGMENTS, partitionBytes } }
}
