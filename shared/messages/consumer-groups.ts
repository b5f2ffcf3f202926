import {
  DEAD_LETTER,
  DEFERRED,
  ENDED,
  type Lane,
  lanes,
  outcomeTopics,
  RESTING,
  type WorkStep,
  workTopic,
} from '#shared/messages/topics.ts'

/** Names of the stages in failures, consumer groups and metrics. */
export const stageNames = ['fetch', 'render', 'extract', 'score'] as const

/** The name of a consumer group. Each lane has a group of its own, so that lanes never wait for each other. */
export function groupOf(name: string, lane: Lane): string {
  return `${name}.${lane}`
}

/** A check whether a group belongs to the lane. */
export function isGroupOfLane(lane: Lane): (group: string) => boolean {
  return (group) => group.endsWith(`.${lane}`)
}

/** A consumer group of the service and its topics. */
export interface ConsumerGroup {
  /** Name of the consumer. */
  readonly stage: string
  readonly lane: Lane
  readonly group: string
  readonly topics: readonly string[]
}

/** The input of each group of a stage. */
const inputs: readonly { readonly group: string; readonly input: WorkStep }[] = [
  { group: 'fetch', input: 'inspection.requested' },
  { group: 'render', input: 'inspection.requested' },
  { group: 'extract', input: 'page.fetched' },
  { group: 'score-audit', input: 'page.extracted' },
  { group: 'score-performance', input: 'page.rendered' },
]

/** Names of the consumers; a stage that reads two topics has two. */
export const consumerNames: readonly string[] = inputs.map(({ group }) => group)

/** The consumer of the gateways. Earlier versions read the outcomes in a group `projection`. */
export const PROJECTION = 'projection-ended'
/** The consumer of the batch parts: outcomes, dead letters, deferred requests and resting hosts. */
export const BATCHES = 'batch'
export const batchesTopics: readonly string[] = [...outcomeTopics, DEAD_LETTER, DEFERRED, RESTING]

/** The names of all consumers. */
export const readerNames: readonly string[] = [...consumerNames, PROJECTION, BATCHES]

/** Every consumer group of the service, for example to monitor their progress. */
export const consumerGroups: readonly ConsumerGroup[] = [
  ...inputs.flatMap(({ group, input }) =>
    lanes.map((lane) => ({
      stage: group,
      lane,
      group: groupOf(group, lane),
      topics: [workTopic(input, lane)],
    })),
  ),
  {
    stage: PROJECTION,
    lane: 'interactive',
    group: groupOf(PROJECTION, 'interactive'),
    topics: [ENDED],
  },
  {
    stage: BATCHES,
    lane: 'batch',
    group: groupOf(BATCHES, 'batch'),
    topics: batchesTopics,
  },
]
