import {
  DEAD_LETTER,
  DEFERRED,
  lanes,
  outcomeTopics,
  type WorkStep,
  workTopic,
} from '#shared/messages/topics.ts'
import type { Segments, TopicSpec } from '#shared/ports/event-log.ts'

const workSteps: readonly WorkStep[] = [
  'inspection.requested',
  'page.fetched',
  'page.rendered',
  'page.extracted',
]

const MIB = 1024 * 1024
/** Room for a record of any other topic and the headers that say why it lies there. */
const DEAD_LETTER_BYTES = 2 * MIB

export interface Retention {
  readonly workMs: number
  readonly eventMs: number
  /** How the records of work topics lie on the disk; as the broker has it when left out. */
  readonly workSegments?: Pick<Segments, 'ms' | 'bytes'>
  /** The most bytes of a partition of pages on their way. */
  readonly pageBytes?: number
}

/** Whether a topic's records are of no use to anybody once the stages have passed them. */
export function isWorkTopic(topic: string): boolean {
  return topic === DEFERRED || workSteps.some((step) => topic.startsWith(`${step}.`))
}

/**
 * Every topic, with how long and how large its records may be. Requests have no bound on their bytes, since nobody else has
 * them; pages on their way have one.
 */
export function topicSpecs(retention: Retention): TopicSpec[] {
  const { eventMs } = retention
  const work = workSteps.flatMap((step) => lanes.map((lane) => workTopic(step, lane)))
  return [
    ...[...work, DEFERRED].map((topic) => workSpec(topic, retention)),
    ...outcomeTopics.map((topic) => ({ topic, retentionMs: eventMs, maxRecordBytes: MIB, isPacked: true })),
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
