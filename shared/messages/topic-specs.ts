import {
  DEAD_LETTER,
  DEFERRED,
  lanes,
  outcomeTopics,
  type WorkStep,
  workTopic,
} from '#shared/messages/topics.ts'
import type { TopicSpec } from '#shared/ports/event-log.ts'

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
}

/** Whether a topic's records are of no use to anybody once the stages have passed them. */
export function isWorkTopic(topic: string): boolean {
  return topic === DEFERRED || workSteps.some((step) => topic.startsWith(`${step}.`))
}

/** Every topic, with how long and how large its records may be. */
export function topicSpecs({ workMs, eventMs }: Retention): TopicSpec[] {
  const work = workSteps.flatMap((step) => lanes.map((lane) => workTopic(step, lane)))
  return [
    ...work.map((topic) => ({ topic, retentionMs: workMs, maxRecordBytes: MIB })),
    { topic: DEFERRED, retentionMs: workMs, maxRecordBytes: MIB },
    ...outcomeTopics.map((topic) => ({ topic, retentionMs: eventMs, maxRecordBytes: MIB })),
    { topic: DEAD_LETTER, retentionMs: eventMs, maxRecordBytes: DEAD_LETTER_BYTES },
  ]
}
