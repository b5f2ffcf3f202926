import {
  DEAD_LETTER,
  DEFERRED,
  type Lane,
  lanes,
  outcomeTopics,
  type WorkStep,
  workTopic,
} from '#shared/messages/topics.ts'

/** Names of the stages, as they stand in failures, groups and metrics. */
export const stageNames = ['fetch', 'render', 'extract', 'score'] as const

/** Each lane is a group of its own, so that lanes never wait for each other. */
export function groupOf(name: string, lane: Lane): string {
  return `${name}.${lane}`
}

/** Whether a group is that of a reader of the lane. */
export function isGroupOfLane(lane: Lane): (group: string) => boolean {
  return (group) => group.endsWith(`.${lane}`)
}

/** A group that reads the log, and what it reads. */
export interface ConsumerGroup {
  /** Of the reader. */
  readonly stage: string
  readonly lane: Lane
  readonly group: string
  readonly topics: readonly string[]
}

/** What each group of a stage reads. */
const inputs: readonly { readonly group: string; readonly input: WorkStep }[] = [
  { group: 'fetch', input: 'inspection.requested' },
  { group: 'render', input: 'inspection.requested' },
  { group: 'extract', input: 'page.fetched' },
  { group: 'score-audit', input: 'page.extracted' },
  { group: 'score-performance', input: 'page.rendered' },
]

/** Readers of the log by name: a stage that reads two topics is two of them. */
export const consumerNames: readonly string[] = inputs.map(({ group }) => group)

export const PROJECTION = 'projection'
/** The batch part: how the inspections of batches ended, those too that nobody can answer, and what is laid by. */
export const BATCHES = 'batch'
export const batchesTopics: readonly string[] = [...outcomeTopics, DEFERRED, DEAD_LETTER]

/** Every group of the service itself: to see from outside whether each gets on. */
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
    topics: outcomeTopics,
  },
  { stage: BATCHES, lane: 'batch', group: groupOf(BATCHES, 'batch'), topics: batchesTopics },
]
