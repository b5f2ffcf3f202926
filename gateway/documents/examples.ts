import recordedAnswers from './examples/answers.json' with { type: 'json' }
import recordedEvents from './examples/events.json' with { type: 'json' }

/** A recorded call and its answer. */
export interface RecordedAnswer {
  readonly name: string
  readonly summary: string
  readonly operationId: string
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

/** A recorded event. */
export interface RecordedEvent {
  readonly name: string
  readonly summary: string
  readonly topic: string
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly value: unknown
}

/** Answers of the running service, recorded by `infra/tools/examples/record-examples.ts`. */
export const answers: readonly RecordedAnswer[] = recordedAnswers as readonly RecordedAnswer[]
export const events: readonly RecordedEvent[] = recordedEvents as readonly RecordedEvent[]

/** Recorded answers of an operation with this status. */
export function answersOf(operationId: string, status: number): RecordedAnswer[] {
  return answers.filter((answer) => answer.operationId === operationId && answer.response.status === status)
}

/** The body of a recorded call that succeeded; null when there is none. */
export function requestOf(operationId: string): unknown {
  const [answer] = [200, 202].flatMap((status) => answersOf(operationId, status))
  return answer?.request.body ?? null
}

/** Recorded events of a topic. */
export function eventsOf(topic: string): RecordedEvent[] {
  return events.filter((event) => event.topic === topic)
}
