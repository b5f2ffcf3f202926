import type { PartReport } from '#stages/batch/shards/commands.ts'
import type { IntakeRecord, ShardStore } from '#stages/batch/shards/shard-store.ts'

/** A store that records what is applied, and awaits all inspections. */
export function fakeStore(more: Partial<ShardStore> = {}) {
  const applied: IntakeRecord[] = []
  const reports: PartReport[] = []
  const next = { intake: 0, ended: 0 }
  const store = {
    shard: 0,
    positions: () => ({ ...next }),
    async apply(records: readonly IntakeRecord[]) {
      applied.push(...records)
      next.intake = (records.at(-1)?.offset ?? -1) + 1
      for (const { command } of records) if (command?.kind === 'endings') next.ended = command.before
      return records.map(({ offset }) => ({ position: offset + 1, wasAdded: [], isKnown: true }))
    },
    awaited: (ids: readonly string[]) => new Set(ids),
    notices: () => [],
    takeReports: () => reports.splice(0),
    expired: () => [],
    hasUnfinished: () => false,
    sweep: async () => ({ hasMore: false, hasReadyQueues: false }),
    ...more,
  } as Partial<ShardStore> as ShardStore
  return { store, applied, reports }
}
