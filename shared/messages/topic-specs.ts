import {
  DEAD_LETTER,
  DEFERRED,
  eventTopics,
  FACTS,
  lanes,
  RESTING,
  workSteps,
  workTopic,
} from '#shared/messages/topics.ts'
import type { Segments, TopicSpec } from '#shared/ports/event-log.ts'

const MIB = 1024 * 1024
/** Room for a record of any other topic and the headers with the reason. */
const DEAD_LETTER_BYTES = 2 * MIB

export interface Retention {
  readonly workMs: number
  readonly eventMs: number
  /** Segments of work topics; absent = the configuration of the broker. */
  readonly workSegments?: Pick<Segments, 'ms' | 'bytes'>
  /** Maximum bytes of a partition of `page.*` topics. */
  readonly pageBytes?: number
}

/** Work for the frontier. */
const intoFrontier: readonly string[] = [DEFERRED, RESTING]

/** Whether the records of a topic are useless once all stages have passed them. */
export function isWorkTopic(topic: string): boolean {
  return intoFrontier.includes(topic) || workSteps.some((step) => topic.startsWith(`${step}.`))
}

/**
 * The specification of every topic. Requests are not limited by bytes, since no other place has them; pages between two
 * stages are.
 */
export function topicSpecs(retention: Retention): TopicSpec[] {
  const { eventMs } = retention
  const work = workSteps.flatMap((step) => lanes.map((lane) => workTopic(step, lane)))
  return [
    ...[...work, ...intoFrontier].map((topic) => workSpec(topic, retention)),
    { ...workSpec(FACTS, retention), isPacked: true },
    ...eventTopics.map((topic) => ({ topic, retentionMs: eventMs, maxRecordBytes: MIB, isPacked: true })),
    { topic: DEAD_LETTER, retentionMs: eventMs, maxRecordBytes: DEAD_LETTER_BYTES },
  ]
}

function workSpec(topic: string, { workMs, workSegments, pageBytes }: Retention): TopicSpec {
  const partitionBytes = topic.startsWith('page.') ? (pageBytes ?? null) : null
  return {
    topic,
    retentionMs: workMs,
    maxRecordBytes: MIB,
    ...(workSegments && { segments: { ...workSegments, partitionBytes } }),
  }
}
