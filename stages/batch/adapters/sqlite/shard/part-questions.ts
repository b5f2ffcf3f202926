import type { PartReport } from '../../../shards/commands.ts'
import type { ShardStore } from '../../../shards/shard-store.ts'
import type { BatchRow } from '../statements/batches.ts'
import { seqOf } from '../statements/schema.ts'
import { hostsOf } from '../tables.ts'
import type { ShardTables } from './shard-tables.ts'

type PartQuestions = Pick<ShardStore, 'hosts' | 'unsaved' | 'pendingLines' | 'expired'>

/** What a shard tells of the items that it has. */
export function partQuestions(tables: ShardTables): PartQuestions {
  const { items, parts } = tables
  return {
    hosts(id, limit) {
      const row = items.batches.get(id)
      return { hosts: row === null ? [] : hostsOf(items, row, limit), counts: reportOf(tables, id).counts }
    },
    unsaved: parts.unsaved,
    pendingLines(id, maxBytes) {
      const row = items.batches.get(id)
      const found = row && parts.pending(row.num, maxBytes)
      if (row === null || found === null) return null
      return { batch: id, ...found, isLast: openItems(row) === 0 }
    },
    expired: (now) =>
      items.batches.someBefore('toExpire', now).map(({ id, num }) => ({
        batch: id,
        inFlight: items.items.placesInFlight(num).map(seqOf),
      })),
  }
}

function openItems(row: BatchRow): number {
  return row.waiting + row.running + row.scouts_waiting + row.scouts_running
}

/** The report of a batch's part, also when nothing of it is left. */
export function reportOf(tables: ShardTables, id: string): PartReport {
  const { shard, items, inputs, parts } = tables
  const row = items.batches.get(id)
  const part = row && parts.get(row.num)
  const base = { batch: id, shard, position: inputs.positions().intake }
  if (row === null || part === null) {
    const counts = { accepted: 0, waiting: 0, running: 0, done: 0, failed: 0 }
    return { ...base, version: 0, isGone: true, counts, open: 0, lines: 0 }
  }
  const { accepted, waiting, running, done, failed, lines } = row
  return {
    ...base,
    version: part.version,
    isGone: false,
    counts: { accepted, waiting, running, done, failed },
    open: openItems(row),
    lines,
  }
}
