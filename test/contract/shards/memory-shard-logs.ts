import type { Completion } from '#stages/batch/frontier/frontier.ts'
import { decodeCommand, encodeCommand } from '#stages/batch/shards/logs/command-codec.ts'
import type { Ending, ShardLogs } from '#stages/batch/shards/logs/shard-logs.ts'
import type { ShardPositions } from '#stages/batch/shards/shard-store.ts'

/** The inputs of shards in memory, for tests of what reads them. Shards exist as soon as they are named. */
export interface MemoryShardLogs extends ShardLogs {
  /** Appends a command as text, which may be any. Returns its offset. */
  appendText(shard: number, text: string): number
  /** Adds the end of an inspection, with its outcome. */
  end(shard: number, completion: Completion): Ending
  /** Removes the commands before this position, as retention does. */
  removeCommands(shard: number, before: number): void
}

/** Few, so that tests read several pages. */
const PAGE_RECORDS = 10

interface Entry {
  readonly offset: number
}

/** Entries of one shard, with offsets from 0. */
class Partition<T extends Entry> {
  oldest = 0
  readonly #entries: T[] = []

  add(make: (offset: number) => T): T {
    const entry = make(this.#entries.length)
    this.#entries.push(entry)
    return entry
  }

  page(position: number): { entries: readonly T[]; next: number; isGone: boolean; isEnd: boolean } {
    const isGone = position < this.oldest || position > this.#entries.length
    const entries = isGone ? [] : this.#entries.slice(position, position + PAGE_RECORDS)
    const next = position + entries.length
    return { entries, next, isGone, isEnd: next === this.#entries.length }
  }
}

function partitionOf<T extends Entry>(all: Map<number, Partition<T>>, shard: number): Partition<T> {
  const partition = all.get(shard) ?? new Partition()
  all.set(shard, partition)
  return partition
}

type Commands = Partition<Entry & { readonly timestamp: number; readonly text: string }>

export function memoryShardLogs(): MemoryShardLogs {
  const intakes = new Map<number, Commands>()
  const endings = new Map<number, Partition<Ending>>()
  /** By the offset of their places. */
  const outcomes: Completion[] = []
  const watchers = new Set<{ readonly shard: number; onChange(input: keyof ShardPositions): void }>()

  const intakeOf = (shard: number) => partitionOf(intakes, shard)
  const endingsOf = (shard: number) => partitionOf(endings, shard)
  const report = (shard: number, input: keyof ShardPositions) => {
    for (const watcher of watchers) if (watcher.shard === shard) watcher.onChange(input)
  }

  function appendText(shard: number, text: string): number {
    const { offset } = intakeOf(shard).add((at) => ({ offset: at, timestamp: Date.now(), text }))
    report(shard, 'intake')
    return offset
  }

  function load({ id, place }: Ending): Completion {
    const found = place === null ? undefined : outcomes[place.offset]
    return found?.id === id ? found : { id, outcome: null }
  }

  return {
    appendText,
    end(shard, completion) {
      const { id, outcome } = completion
      const place = outcome && { topic: outcome.topic, partition: 0, offset: outcomes.push(completion) - 1 }
      const ending = endingsOf(shard).add((offset) => ({ offset, id, place }))
      report(shard, 'ended')
      return ending
    },
    removeCommands(shard, before) {
      intakeOf(shard).oldest = before
    },
    append: async (shard, command) => appendText(shard, encodeCommand(command)),
    async intake(shard, position) {
      const { entries, ...page } = intakeOf(shard).page(position)
      const records = entries.map(({ offset, timestamp, text }) => {
        return { offset, timestamp, command: decodeCommand(Buffer.from(text)) }
      })
      return { records, ...page }
    },
    async endings(shard, position) {
      const { entries, ...page } = endingsOf(shard).page(position)
      return { endings: entries, ...page }
    },
    oldest: async (shard) => ({ intake: intakeOf(shard).oldest, ended: endingsOf(shard).oldest }),
    load: async (given) => given.map(load),
    watch(shard, onChange) {
      const watcher = { shard, onChange }
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
