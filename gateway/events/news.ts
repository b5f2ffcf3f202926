import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader } from '#shared/ports/event-reader.ts'

/** The topics in which there may be something to read. */
export interface News {
  /** All of them; they are no news any more. */
  take(): string[]
  add(topic: string): void
  /** Resolves when there are any, after `limitMs` at the latest, or when the signal is aborted. */
  come(limitMs: number): Promise<void>
  close(): void
}

/** What comes so soon one after the other is read together. */
const GATHER_MS = 10

/** At first, there may be something in all of the topics. */
export function watchNews(reader: EventReader, topics: readonly string[], signal: AbortSignal): News {
  let due = new Set(topics)
  let wake: () => void = () => undefined
  const wakeUp = () => wake()
  signal.addEventListener('abort', wakeUp)
  const stopWatching = reader.watch((named) => {
    for (const topic of topics) if (named === 'all' || named.includes(topic)) due.add(topic)
    if (due.size > 0) wake()
  })

  return {
    take() {
      const taken = [...due]
      due = new Set()
      return taken
    },
    add: (topic) => void due.add(topic),
    async come(limitMs) {
      if (due.size === 0 && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wake = resolve
        const timer = setTimeout(resolve, limitMs)
        await promise
        clearTimeout(timer)
      }
      if (due.size > 0) await sleep(GATHER_MS)
    },
    close() {
      signal.removeEventListener('abort', wakeUp)
      stopWatching()
    },
  }
}
