import type { Completion } from '#stages/batch/frontier/frontier.ts'
import type { PartReport } from '#stages/batch/shards/commands.ts'
import type { IntakeRecord, ShardPositions, ShardStore } from '#stages/batch/shards/shard-store.ts'

/** A store that records what is applied from its positions on, and awaits all inspections. */
export function fakeStore(more: Partial<ShardStore> = {}, positions: Partial<ShardPositions> = {}) {
  const applied: IntakeRecord[] = []
  const reports: PartReport[] = []
  const completed: Completion[] = []
  const next = { intake: 0, ended: 0, ...positions }
  const store = {
    shard: 0,
    positions: () => ({ ...next }),
    async apply(records: readonly IntakeRecord[]) {
      for (const record of records.filter(({ offset }) => offset >= next.intake)) {
        applied.push(record)
        next.intake = record.offset + 1
        if (record.command?.kind === 'endings') next.ended = record.command.before
      }
      return records.map(({ offset }) => ({ position: offset + 1, wasAdded: [], isKnown: true }))
    },
    async complete(completions: readonly Completion[]) {
      completed.push(...completions)
    },
    async reposition(given: Partial<ShardPositions>) {
      Object.assign(next, given)
    },
    awaited: (ids: readonly string[]) => new Set(ids),
    notices: () => [],
    takeReports: () => reports.splice(0),
    expired: () => [],
    sweep: async () => ({ hasMore: false, hasReadyQueues: false }),
    ...more,
  } as Partial<ShardStore> as ShardStore
  return { store, applied, completed, reports }
}
