import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '#shared/ports/event-reader.ts'

/** The topics in which there may be something to read. */
export interface TopicChanges {
  /** All of them; they are no news any more. */
  takeAll(): string[]
  add(topic: string): void
  /** Resolves when there are any, after `limitMs` at the latest, or when the signal is aborted. */
  wait(limitMs: number): Promise<void>
  close(): void
}

/** What comes so soon one after the other is read together. */
const COALESCE_MS = 10

/** At first, there may be something in all of the topics. */
export function watchTopicChanges(
  reader: EventReader,
  topics: readonly string[],
  signal: AbortSignal,
): TopicChanges {
  let changed = new Set(topics)
  let wake: () => void = () => undefined
  const wakeUp = () => wake()
  signal.addEventListener('abort', wakeUp)
  const stopWatching = reader.watch((named) => {
    for (const topic of topics) if (named === 'all' || named.includes(topic)) changed.add(topic)
    if (changed.size > 0) wake()
  })

  return {
    takeAll() {
      const taken = [...changed]
      changed = new Set()
      return taken
    },
    add: (topic) => void changed.add(topic),
    async wait(limitMs) {
      if (changed.size === 0 && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, limitMs)
        await promise
        clearTimeout(timer)
      }
      if (changed.size > 0) await sleep(COALESCE_MS)
    },
    close() {
      signal.removeEventListener('abort', wakeUp)
      stopWatching()
    },
  }
}
