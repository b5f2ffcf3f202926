import { type Lane, lanes, outcomeTopics, type WorkStep, workTopic } from '#shared/messages/topics.ts'

/** Names of the stages, as they stand in failures, groups and metrics. */
export const stageNames = ['fetch', 'render', 'extract', 'score'] as const

/** Each lane is a group of its own, so that lanes never wait for each other. */
export function groupOf(name: string, lane: Lane): string {
  return `${name}.${lane}`
}

/** A group that reads the log, and what it reads. */
export interface ReadingGroup {
  readonly stage: string
  readonly lane: Lane
  readonly group: string
  readonly topics: readonly string[]
}

/** What each stage that runs today reads. */
const inputs: Readonly<Record<string, WorkStep>> = {
  fetch: 'inspection.requested',
  render: 'inspection.requested',
  extract: 'page.fetched',
}

export const PROJECTION = 'projection'

/** Every group of the service itself: to see from outside whether each gets on. */
export const readingGroups: readonly ReadingGroup[] = [
  ...Object.entries(inputs).flatMap(([stage, input]) =>
    lanes.map((lane) => ({ stage, lane, group: groupOf(stage, lane), topics: [workTopic(input, lane)] })),
  ),
  {
    stage: PROJECTION,
    lane: 'interactive',
    group: groupOf(PROJECTION, 'interactive'),
    topics: outcomeTopics,
  },
]
