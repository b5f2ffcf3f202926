import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '#shared/ports/event-log.ts'

/** Waits this long after a change, so that records that arrive together are read together. */
const COALESCE_MS = 10

/** The topics that may have unread records. */
export type TopicChanges = ReturnType<typeof watchTopicChanges>

/** Watches the topics. At first each counts as changed. */
export function watchTopicChanges(reader: EventReader, topics: readonly string[], signal: AbortSignal) {
  let changed = new Set(topics)
  let wake: () => void = () => undefined
  const wakeUp = () => wake()
  signal.addEventListener('abort', wakeUp)
  const stopWatching = reader.watch((named) => {
    for (const topic of topics) if (named === 'all' || named.includes(topic)) changed.add(topic)
    if (changed.size > 0) wake()
  })

  return {
    /** Returns all changed topics and marks them as read. */
    takeAll(): string[] {
      const taken = [...changed]
      changed = new Set()
      return taken
    },
    add: (topic: string) => void changed.add(topic),
    /** Waits for a changed topic, for at most `limitMs`, or until the signal is aborted. */
    async wait(limitMs: number): Promise<void> {
      if (changed.size === 0 && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, limitMs)
        await promise
        clearTimeout(timer)
      }
      if (changed.size > 0) await sleep(COALESCE_MS)
    },
    close(): void {
      signal.removeEventListener('abort', wakeUp)
      stopWatching()
    },
  }
}
