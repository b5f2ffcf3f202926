import {
  DEAD_LETTER,
  DEFERRED,
  type Lane,
  lanes,
  outcomeTopics,
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

export const PROJECTION = 'projection'
/** The consumer of a batch part with one file: outcomes, dead letters and deferred requests. */
export const BATCHES = 'batch'
/** What ends inspections of the batch lane. */
export const endTopics: readonly string[] = [...outcomeTopics, DEAD_LETTER]
export const batchesTopics: readonly string[] = [...endTopics, DEFERRED]
/** The consumer of batch parts with shards: deferred requests. */
export const DEFERRALS = 'batch-deferred'

/** The names of all consumers, with and without shards. */
export const readerNames: readonly string[] = [...consumerNames, PROJECTION, BATCHES, DEFERRALS]

/** The group by which the processes of the batch part share the shards of the frontier: it reads their intake. */
export const FRONTIER = 'frontier'

const groupsOfAll: readonly ConsumerGroup[] = [
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
    topics: outcomeTopics,
  },
]

/**
 * Every consumer group of a service whose frontier has so many shards (0 = it is one file), for example to monitor their
 * progress; but neither `FRONTIER` nor, beside shards, the one of a former file.
 */
export function consumerGroups(shards: number): readonly ConsumerGroup[] {
  const [stage, topics] = shards === 0 ? [BATCHES, batchesTopics] : [DEFERRALS, [DEFERRED]]
  return [...groupsOfAll, { stage, lane: 'batch', group: groupOf(stage, 'batch'), topics }]
}
