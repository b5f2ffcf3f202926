import { setTimeout as sleep } from 'node:timers/promises'
import type { EventReader, TopicPartition } from '#shared/ports/event-log.ts'

/** Waits this long after a change, so that records that arrive together are read together. */
const COALESCE_MS = 10

/** The partitions that may have unread records. */
export type PartitionChanges = ReturnType<typeof watchPartitionChanges>

/**
 * Watches the partitions of the topics, and those that the topics get later. At first each counts as changed.
 * `partitions`: the number of partitions of each topic.
 */
export function watchPartitionChanges(
  reader: EventReader,
  partitions: ReadonlyMap<string, number>,
  signal: AbortSignal,
) {
  const known = new Map<string, TopicPartition>()
  let changed = new Set<TopicPartition>()
  let wake: () => void = () => undefined
  const wakeUp = () => wake()
  signal.addEventListener('abort', wakeUp)

  function add({ topic, partition }: TopicPartition): void {
    const name = `${topic}/${partition}`
    const place = known.get(name) ?? { topic, partition }
    known.set(name, place)
    changed.add(place)
  }

  for (const [topic, count] of partitions)
    for (let partition = 0; partition < count; partition++) add({ topic, partition })
  const stopWatching = reader.watch([...partitions.keys()], (places) => {
    for (const place of places === 'all' ? known.values() : places) add(place)
    if (changed.size > 0) wake()
  })

  return {
    /** Returns all changed partitions and marks them as read. */
    takeAll(): TopicPartition[] {
      const taken = [...changed]
      changed = new Set()
      return taken
    },
    add,
    /** Waits for a changed partition, for at most `limitMs`, or until the signal is aborted. */
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
