import { isUnavailable } from '#shared/errors.ts'

export interface MicroBatcherOptions<T> {
  /** A group is processed when it has this many items, or `waitMs` after its first item. */
  readonly maxSize: number
  readonly waitMs: number
  process(group: readonly T[]): Promise<void>
}

/** Settles once the group of the item was processed. */
export type MicroBatcher<T> = (item: T) => Promise<void>

interface PendingItem<T> {
  readonly item: T
  readonly done: PromiseWithResolvers<void>
}

/**
 * Collects items into groups and processes one group at a time. When a group fails because of one item, the
 * others are processed on their own.
 */
export function makeMicroBatcher<T>({ maxSize, waitMs, process }: MicroBatcherOptions<T>): MicroBatcher<T> {
  let open: PendingItem<T>[] = []
  let previous: Promise<void> = Promise.resolve()

  function flush(group: PendingItem<T>[]): void {
    if (open !== group) return
    open = []
    previous = previous.then(() => processGroup(group, process))
  }

  return (item) => {
    const member = { item, done: Promise.withResolvers<void>() }
    const group = open
    group.push(member)
    if (group.length === 1) setTimeout(() => flush(group), waitMs)
    if (group.length >= maxSize) flush(group)
    return member.done.promise
  }
}

async function processGroup<T>(
  group: readonly PendingItem<T>[],
  work: MicroBatcherOptions<T>['process'],
): Promise<void> {
  try {
    await work(group.map(({ item }) => item))
    for (const { done } of group) done.resolve()
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) for (const { done } of group) done.reject(error)
    else for (const member of group) await processGroup([member], work)
  }
}
