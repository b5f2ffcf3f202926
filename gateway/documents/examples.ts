import recordedAnswers from './examples/answers.json' with { type: 'json' }
import recordedEvents from './examples/events.json' with { type: 'json' }

/** A call and what the service answered to it. */
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

/** An event as it stood in the log. */
export interface RecordedEvent {
  readonly name: string
  readonly summary: string
  readonly topic: string
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
  readonly value: unknown
}

/** Answers of the running service, as `infra/tools/write-examples.ts` recorded them. */
export const answers: readonly RecordedAnswer[] = recordedAnswers as readonly RecordedAnswer[]
export const events: readonly RecordedEvent[] = recordedEvents as readonly RecordedEvent[]

export function answersOf(operationId: string, status: number): RecordedAnswer[] {
  return answers.filter((answer) => answer.operationId === operationId && answer.response.status === status)
}

/** The body of a recorded call that was answered well; null where there is none. */
export function requestOf(operationId: string): unknown {
  const [answer] = [200, 202].flatMap((status) => answersOf(operationId, status))
  return answer?.request.body ?? null
}

export function eventsOf(topic: string): RecordedEvent[] {
  return events.filter((event) => event.topic === topic)
}
