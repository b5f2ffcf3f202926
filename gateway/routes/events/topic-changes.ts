import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '#shared/ports/event-log.ts'

/** The topics that may have unread records. */
export interface TopicChanges {
  /** Returns all changed topics and marks them as read. */
  takeAll(): string[]
  add(topic: string): void
  /** Waits for a changed topic, for at most `limitMs`, or until the signal is aborted. */
  wait(limitMs: number): Promise<void>
  close(): void
}

/** Waits this long after a change, so that records that arrive together are read together. */
const COALESCE_MS = 10

/** Watches the topics. At first each counts as changed. */
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
