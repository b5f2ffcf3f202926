import {
  DEAD_LETTER,
  DEFERRED,
  ENDED,
  eventTopics,
  FACTS,
  type Lane,
  lanes,
  RESTING,
  workSteps,
  workTopic,
} from '#shared/messages/topics.ts'

/**
 * Kinds of topics, by who reads them: work of each lane is read by the stages (that of the interactive lane by gateways,
 * too), results and failures by the batch part and consumers, internal topics by the batch part alone.
 */
export const topicKinds = [...lanes, 'result', 'internal'] as const
export type TopicKind = (typeof topicKinds)[number]

/** Number of partitions by kind of topic. */
export type PartitionCounts = Readonly<Record<TopicKind, number>>

const workTopics = (lane: Lane): readonly string[] => workSteps.map((step) => workTopic(step, lane))

/** The topics of each kind. */
export const topicsOfKind: Readonly<Record<TopicKind, readonly string[]>> = {
  interactive: [...workTopics('interactive'), ENDED],
  batch: workTopics('batch'),
  result: eventTopics,
  internal: [DEFERRED, RESTING, FACTS, DEAD_LETTER],
}

/** The topics that anybody may write to, or read. */
const publicTopics: readonly string[] = [
  workTopic('inspection.requested', 'batch'),
  ...eventTopics,
  DEAD_LETTER,
]

/** Whether feeders and consumers may rely on the topic; the others may change. */
export function isPublicTopic(topic: string): boolean {
  return publicTopics.includes(topic)
}

/** The kind of a topic of the service. Throws for any other topic. */
export function kindOfTopic(topic: string): TopicKind {
  const kind = topicKinds.find((one) => topicsOfKind[one].includes(topic))
  if (kind === undefined) throw new Error(`the topic ${topic} is of no kind`)
  return kind
}
