import type { BatchStatus } from '#shared/ports/batches.ts'
import type { ShardStore } from '../../../shards/shard-store.ts'
import { describe, summaryOf } from '../statements/batches.ts'
import { type HomeRow, homeBatch } from './homes-table.ts'
import type { ShardTables } from './shard-tables.ts'

type HomeQuestions = Pick<
  ShardStore,
  'batch' | 'status' | 'shardsOf' | 'list' | 'openBatches' | 'segments' | 'notices' | 'uselessObjects'
>

/** What the home of batches tells. */
export function homeQuestions(tables: ShardTables): HomeQuestions {
  const { homes, homeParts, segments } = tables
  const visible = (id: string) => {
    const row = homes.get(id)
    return row === null || row.state === 'gone' ? null : row
  }
  return {
    batch(id) {
      const row = visible(id)
      return row && homeBatch(row)
    },
    status(id) {
      const row = visible(id)
      return row && statusOf(tables, row)
    },
    shardsOf(id) {
      const row = visible(id)
      return row === null ? [] : homeParts.shards(row.num)
    },
    list: (listing) =>
      homes.list(listing).map((row) => {
        const { rejected: _, ...summary } = statusOf(tables, row)
        return { place: row.place, summary }
      }),
    openBatches: () => homes.open().map(homeBatch),
    segments(id, after, limit) {
      const row = visible(id)
      if (row === null) return null
      const found = segments.after(row.num, after, limit)
      return { segments: found, isLast: found.length < limit && hasAllLines(tables, row) }
    },
    notices: homeParts.notices,
    uselessObjects: (limit) => segments.useless(limit),
  }
}

/** No further line gets a number. Shards that have not heard of a cancel may still send some. */
function hasAllLines({ homeParts }: ShardTables, { num, state, finished_at, version }: HomeRow): boolean {
  if (finished_at === null) return false
  if (state !== 'cancelled') return true
  const { lines, numbered } = homeParts.totals(num)
  return numbered >= lines && !homeParts.hasPartsBefore(num, version)
}

function statusOf({ homes, homeParts }: ShardTables, row: HomeRow): BatchStatus {
  const batch = homeBatch(row)
  const { state } = batch
  const summary = summaryOf({
    ...row,
    ...homeParts.totals(row.num),
    ...{ ...describe(batch), state },
  })
  return { ...summary, rejected: homes.rejections.all(row.num) }
}
